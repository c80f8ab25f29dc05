import { expect } from '@open-wc/testing';
import { getNextRequestMs } from '../src/result/polling/poll-schedule.ts';

describe('polling', () => {
  it('a pending payment is requested after 0, 2, 4, 7, 11 and 16 s, then every 10 s for two minutes, then every 30 s until ten minutes', () => {
    const seconds: number[] = [];
    let elapsedMs = 0;
    for (let delayMs: number | null = 0; delayMs !== null; delayMs = getNextRequestMs(elapsedMs)) {
      elapsedMs += delayMs;
      seconds.push(elapsedMs / 1000);
    }
    expect(seconds.slice(0, 8)).to.deep.equal([0, 2, 4, 7, 11, 16, 26, 36]);
    // The last delay of 10 s begins before two minutes have passed, and the last delay of 30 s before ten.
    expect(seconds.filter((second) => second > 110 && second < 200)).to.deep.equal([116, 126, 156, 186]);
    expect(seconds.at(-1)).to.be.within(600, 630);
  });
});
