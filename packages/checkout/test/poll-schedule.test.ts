import { expect } from '@open-wc/testing';
import { getNextRequestMs } from '../src/result/polling/poll-schedule.ts';

describe('polling', () => {
  it('a pending payment is requested after 0, 2 and 4 s, then every 4 s for ten minutes, then every minute', () => {
    const seconds: number[] = [];
    let elapsedMs = 0;
    for (let delayMs = 0; delayMs < 60_000; delayMs = getNextRequestMs(elapsedMs)) {
      elapsedMs += delayMs;
      seconds.push(elapsedMs / 1000);
    }
    expect(seconds.slice(0, 6)).to.deep.equal([0, 2, 4, 8, 12, 16]);
    const delays = seconds.map((second, index) => second - (seconds[index - 1] ?? 0));
    expect(Math.max(...delays)).to.equal(4);
    expect(seconds.at(-1)).to.be.within(600, 604);
    expect(getNextRequestMs(24 * 60 * 60_000)).to.equal(60_000);
  });
});
