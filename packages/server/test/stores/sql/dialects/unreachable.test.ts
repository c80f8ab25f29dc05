import pg from 'pg';
import { expect, it } from 'vitest';
import { findFreePort } from '../../../../../../scripts/free-port.mjs';
import { postgresStore } from '../../../../src/stores/postgres.ts';

it('the error of a PostgreSQL store whose server is not running names the server’s address and is retryable', async () => {
  const port = await findFreePort();
  const pool = new pg.Pool({ connectionString: `postgres://shop@127.0.0.1:${port}/shop` });
  await expect(postgresStore({ pool }).open()).rejects.toMatchObject({
    code: 'store-unavailable',
    retryable: true,
    message: expect.stringContaining(`cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.`),
  });
  await pool.end();
});
