import type { PgLike, PgLikeClient } from '../postgres-types.ts';

/** How long a connection may take, if the pool has no time limit. */
const defaultLimitMs = 30_000;

/** Takes a connection from the pool, with a time limit: `pg` waits forever for a database that sends nothing. */
export async function connectInTime(pool: PgLike): Promise<PgLikeClient> {
  const connecting = pool.connect();
  if (pool.options?.connectionTimeoutMillis) return connecting;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      const message = `no connection was available within ${defaultLimitMs / 1_000} seconds, because the database does not respond or all connections of the pool are in use`;
      reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    }, defaultLimitMs);
  });
  connecting.then(
    (client) => isLate && client.release(),
    () => undefined,
  );
  try {
    return await Promise.race([connecting, limit]);
  } finally {
    clearTimeout(timer);
  }
}
