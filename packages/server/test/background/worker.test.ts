import { expect, it } from 'vitest';
import { startWorker } from '../../src/background/worker.ts';

const idleWorker = { intervalMs: 0, runRound: () => Promise.resolve(false), onFailure: () => undefined };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('a stopping worker waits for running tasks and for the tasks that they start', async () => {
  const finishedTasks: string[] = [];
  const worker = startWorker(idleWorker);
  worker.trackTask(
    pause(20).then(() => {
      worker.trackTask(pause(20).then(() => finishedTasks.push('second')));
      return finishedTasks.push('first');
    }),
  );
  expect(await worker.stop(5_000)).toBe(true);
  expect(finishedTasks).toEqual(['first', 'second']);
});

it('a stopping worker does not wait longer than its timeout', async () => {
  const worker = startWorker(idleWorker);
  worker.trackTask(new Promise(() => undefined));
  expect(await worker.stop(30)).toBe(false);
});

it('a worker runs a round at once when wake() is called, or after the running round', async () => {
  /** One function for each started round. Its call finishes the round. */
  const finishFunctions: (() => void)[] = [];
  const worker = startWorker({
    ...idleWorker,
    intervalMs: 600_000,
    runRound: () => new Promise((resolve) => finishFunctions.push(() => resolve(false))),
  });
  worker.wake();
  await expect.poll(() => finishFunctions.length).toBe(1);
  worker.wake();
  expect(finishFunctions.length).toBe(1);
  finishFunctions[0]?.();
  await expect.poll(() => finishFunctions.length).toBe(2);
  finishFunctions[1]?.();
  expect(await worker.stop(5_000)).toBe(true);
  expect(finishFunctions.length).toBe(2);
});

it('a worker reports a failed round and continues', async () => {
  const failures: unknown[] = [];
  let rounds = 0;
  const worker = startWorker({
    intervalMs: 1,
    runRound: () => {
      rounds += 1;
      return Promise.reject(new Error(`round ${rounds}`));
    },
    onFailure: (error) => failures.push(error),
  });
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await worker.stop(1_000);
  expect(failures.length).toBe(rounds);
});

it('a worker runs one round at a time, and none after it has stopped', async () => {
  let runningRounds = 0;
  let maxRunningRounds = 0;
  let rounds = 0;
  const worker = startWorker({
    ...idleWorker,
    intervalMs: 1,
    runRound: async () => {
      rounds += 1;
      runningRounds += 1;
      maxRunningRounds = Math.max(maxRunningRounds, runningRounds);
      await pause(5);
      runningRounds -= 1;
      return false;
    },
  });
  await expect.poll(() => rounds).toBeGreaterThan(3);
  await worker.stop(1_000);
  const roundsAtStop = rounds;
  await pause(20);
  expect([maxRunningRounds, rounds]).toEqual([1, roundsAtStop]);
});
