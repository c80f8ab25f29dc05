import pg from 'pg';
import { expect, it } from 'vitest';
import { freePort } from '../../../../../../e2e/free-port.ts';
import { postgresStore } from '../../../../src/stores/postgres.ts';

it('a PostgreSQL store whose server does not run names its address, and may be opened again', async () => {
  const port = await freePort();
  const pool = new pg.Pool({ connectionString: `postgres://shop@127.0.0.1:${port}/shop` });
  await expect(postgresStore({ pool }).open()).rejects.toMatchObject({
    code: 'store-unavailable',
    retryable: true,
    message: expect.stringContaining(`cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.`),
  });
  await pool.end();
});
