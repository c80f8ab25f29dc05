import { expect } from '@open-wc/testing';
import { recallListShape, rememberListShape, shapeKey } from '../src/channels/list-shape.ts';
import * as shop from './fixtures.ts';

describe('the shape of the list', () => {
  // The other files of the run have the same storage.
  beforeEach(() => localStorage.clear());
  afterEach(() => localStorage.clear());

  it('without a stored list the placeholders are groups of two, one and two', () => {
    expect(recallListShape()).to.deep.equal([2, 1, 2]);
  });

  it('the next skeleton has the groups and tiles of the last list, those without a group at the end', () => {
    const { channels } = shop.session;
    const [first] = channels;
    rememberListShape({
      ...shop.session,
      channels: [...(first ? [{ ...first, group: null }] : []), ...channels],
    });
    expect(localStorage.getItem(shapeKey)).to.equal('2,1,4,2,1');
    expect(recallListShape()).to.deep.equal([2, 1, 4, 2, 1]);
  });

  it('one channel alone is no list', () => {
    rememberListShape({ ...shop.session, channels: shop.session.channels.slice(0, 1) });
    expect(localStorage.length).to.equal(0);
  });

  for (const kept of ['', 'many', '2,0', '2,-1', '1.5', '9999999999999,x']) {
    it(`an invalid stored value is ignored: "${kept}"`, () => {
      localStorage.setItem(shapeKey, kept);
      expect(recallListShape()).to.deep.equal([2, 1, 2]);
    });
  }

  it('a list of thousands is drawn as far as it could be seen', () => {
    localStorage.setItem(shapeKey, Array.from({ length: 500 }, () => '4000').join());
    expect(recallListShape().reduce((sum, tiles) => sum + tiles)).to.equal(96);
  });
});
