import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { postgresStore } from '../../../../src/stores/postgres.ts';
import type { PgLikeClient } from '../../../../src/stores/sql/postgres-types.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A pool whose connection is made when the test calls `accept`. */
function createSilentPool(connectionTimeoutMillis?: number) {
  const { promise, resolve } = Promise.withResolvers<PgLikeClient>();
  const release = vi.fn();
  const query = vi.fn(() => Promise.reject(new Error('no query is expected')));
  return {
    pool: { connect: () => promise, options: { connectionTimeoutMillis } },
    accept: () => resolve({ query, release }),
    release,
    query,
  };
}

it('a database that accepts connections and sends nothing fails to open after 30 seconds, with the reason', async () => {
  const { pool, accept, release, query } = createSilentPool();
  const opening = postgresStore({ pool }).open();
  const failed = expect(opening).rejects.toMatchObject({
    code: 'store-unavailable',
    retryable: true,
    message:
      'The database of the payment store cannot be reached: no connection was available within 30 seconds, because the database does not respond or all connections of the pool are in use. Check that it runs, and the address that your pool connects to.',
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
  accept();
  await vi.advanceTimersByTimeAsync(0);
  expect(release, 'a connection that is made later returns to the pool').toHaveBeenCalledOnce();
  expect(query).not.toHaveBeenCalled();
});

it('a pool with its own time limit keeps it', async () => {
  const { pool } = createSilentPool(60_000);
  const onSettled = vi.fn();
  void postgresStore({ pool }).open().then(onSettled, onSettled);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(onSettled).not.toHaveBeenCalled();
});
