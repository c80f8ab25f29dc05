import { describe, expect, it } from 'vitest';
import { startWorker } from '../../src/background/worker.ts';

const idle = { intervalMs: 0, round: () => Promise.resolve(false), onFailure: () => undefined };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('the worker', () => {
  it('waits for running work, and for work that it starts, before it stops', async () => {
    const ended: string[] = [];
    const worker = startWorker(idle);
    worker.background(
      pause(20).then(() => {
        worker.background(pause(20).then(() => ended.push('second')));
        return ended.push('first');
      }),
    );
    expect(await worker.stop(5_000)).toBe(true);
    expect(ended).toEqual(['first', 'second']);
  });

  it('does not wait longer than its timeout', async () => {
    const worker = startWorker(idle);
    worker.background(new Promise(() => undefined));
    expect(await worker.stop(30)).toBe(false);
  });

  it('runs a round at once when it is woken, and another one after a running round', async () => {
    const ends: (() => void)[] = [];
    const worker = startWorker({
      ...idle,
      intervalMs: 600_000,
      round: () => new Promise((resolve) => ends.push(() => resolve(false))),
    });
    worker.wake();
    await expect.poll(() => ends.length).toBe(1);
    worker.wake();
    expect(ends.length).toBe(1);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    expect(await worker.stop(5_000)).toBe(true);
    expect(ends.length).toBe(2);
  });

  it('reports failed work and continues', async () => {
    const failures: unknown[] = [];
    let rounds = 0;
    const worker = startWorker({
      intervalMs: 1,
      round: () => {
        rounds += 1;
        return Promise.reject(new Error(`round ${rounds}`));
      },
      onFailure: (error) => failures.push(error),
    });
    await expect.poll(() => rounds).toBeGreaterThan(2);
    await worker.stop(1_000);
    expect(failures.length).toBe(rounds);
  });

  it('runs one round at a time, and none after it has stopped', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const worker = startWorker({
      ...idle,
      intervalMs: 1,
      round: async () => {
        rounds += 1;
        most = Math.max(most, (running += 1));
        await pause(5);
        running -= 1;
        return false;
      },
    });
    await expect.poll(() => rounds).toBeGreaterThan(3);
    await worker.stop(1_000);
    const before = rounds;
    await pause(20);
    expect([most, rounds]).toEqual([1, before]);
  });
});
