import { expect } from '@open-wc/testing';
import { recallListShape, rememberListShape, shapeKey } from '../src/channels/list/list-shape.ts';
import * as shop from './fixtures.ts';

describe('the shape of the list', () => {
  // All test files of a run share the storage.

  it('without a stored shape, the placeholders are three groups with two, one and two tiles', () => {
    expect(recallListShape()).to.deep.equal([2, 1, 2]);
  });

  it('the placeholders have the groups and tiles of the last list, with the channels without a group at the end', () => {
    const { channels } = shop.session;
    const [first] = channels;
    rememberListShape(
      {
        ...shop.session,
        channels: [...(first ? [{ ...first, group: null }] : []), ...channels],
      },
      null,
    );
    expect(localStorage.getItem(shapeKey)).to.equal('2,1,4,2,1');
    expect(recallListShape()).to.deep.equal([2, 1, 4, 2, 1]);
  });

  it('the shape of a session with a single channel is not stored', () => {
    rememberListShape({ ...shop.session, channels: shop.session.channels.slice(0, 1) }, null);
    expect(localStorage.length).to.equal(0);
  });

  for (const stored of ['', 'many', '2,0', '2,-1', '1.5', '9999999999999,x']) {
    it(`an invalid stored shape is ignored: "${stored}"`, () => {
      localStorage.setItem(shapeKey, stored);
      expect(recallListShape()).to.deep.equal([2, 1, 2]);
    });
  }

  it('for a stored shape of thousands of channels, at most 96 placeholders are rendered', () => {
    localStorage.setItem(shapeKey, Array.from({ length: 500 }, () => '4000').join());
    // 8 groups with 12 tiles.
    expect(recallListShape().reduce((sum, tiles) => sum + tiles)).to.equal(96);
  });
});
