import { expect, test, vi } from 'vitest';
import { startWorker } from '../src/worker.ts';

test('a round that leaves work behind is followed by the next within a second, whatever the pause', async () => {
  let rounds = 0;
  const round = (): Promise<boolean> => Promise.resolve((rounds += 1) < 3);
  const worker = startWorker({ round, intervalMs: 1_500, onFailure: () => undefined });
  await vi.waitFor(() => expect(rounds).toBe(3), { timeout: 4_200 });
  await worker.stop(1_000);
});

test('a round that fails is followed by another after the pause', async () => {
  const failures: unknown[] = [];
  const round = (): Promise<boolean> => Promise.reject(new Error('no store'));
  const worker = startWorker({ round, intervalMs: 10, onFailure: (error) => failures.push(error) });
  await vi.waitFor(() => expect(failures.length).toBeGreaterThan(2));
  expect(await worker.stop(1_000)).toBe(true);
});
