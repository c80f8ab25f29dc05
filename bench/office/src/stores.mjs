// The stores of the bench, each with a function that runs a statement in its database.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { embeddedStore } from '../../../packages/server/src/stores/embedded.ts';
import { postgresStore } from '../../../packages/server/src/stores/postgres.ts';
import { startPostgres } from '../../../scripts/programs/postgres.mjs';

function openEmbedded() {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-bench-office-'));
  const file = join(folder, 'payments.db');
  const run = (text) => {
    const database = new DatabaseSync(file, { timeout: 10_000 });
    const rows = database.prepare(text).all();
    database.close();
    return Promise.resolve(rows);
  };
  return {
    store: embeddedStore({ file }),
    run,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openPostgres() {
  const requireOfServer = createRequire(new URL('../../../packages/server/package.json', import.meta.url));
  const { default: pg } = await import(requireOfServer.resolve('pg'));
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  return {
    store: postgresStore({ pool }),
    run: async (text) => (await pool.query(text)).rows,
    close: async () => {
      await pool.end();
      await server.stop();
    },
  };
}

export const stores = { embedded: openEmbedded, postgres: openPostgres };
