import { expect } from '@open-wc/testing';
import { englishText, type TextId } from '../src/locales/index.ts';
import { part } from '../src/part.ts';
import { sleep } from './acting.ts';

describe('a part', () => {
  it('is brought first and runs when it is needed, once', async () => {
    let runs = 0;
    let fetches = 0;
    // No text has this id; a part brings its own.
    const id = 'part.test' as TextId;
    const brought = part(async () => {
      fetches += 1;
      await sleep(1);
      return () => {
        runs += 1;
        return { texts: { [id]: 'Here' } };
      };
    });
    await brought.prefetch();
    await brought.prefetch();
    expect([fetches, runs, brought.here, englishText(id)]).to.deep.equal([1, 0, null, '']);
    const [one, other] = await Promise.all([brought.load(), brought.load()]);
    expect([fetches, runs, one === other, brought.here === one]).to.deep.equal([1, 1, true, true]);
    expect(englishText(id)).to.equal('Here');
  });

  it('is asked for once more after a second, and anew by the next who needs it', async () => {
    let fetches = 0;
    const lost = part(() => {
      fetches += 1;
      return fetches < 3 ? Promise.reject(new Error('No connection')) : Promise.resolve({ texts: {} });
    });
    const begun = performance.now();
    await lost.prefetch();
    expect(performance.now() - begun).to.be.at.least(990);
    expect([fetches, lost.here]).to.deep.equal([2, null]);
    await lost.load();
    expect([fetches, lost.here]).to.deep.equal([3, { texts: {} }]);
  });

  it('that can’t be had rejects', async () => {
    const lost = part(() => Promise.reject(new Error('No connection')));
    const said = await lost.load().catch((error: unknown) => String(error));
    expect(said).to.equal('Error: No connection');
  });
});
