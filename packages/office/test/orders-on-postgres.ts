import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readExample } from '../../../scripts/packed/database/examples.ts';
import { startPostgres } from '../../../scripts/programs/postgres.mjs';

const requireOfServer = createRequire(new URL('../../server/package.json', import.meta.url));

const postgresTransaction = "import type { PostgresTransaction } from '@pgw/server/stores/postgres';\n";

/** Moves the orders of a shop to PostgreSQL, as docs/your-database.md says: `...orders` replaces the options about orders. */
export function useOrdersOfPostgres(folder: string, file: string): void {
  const path = join(folder, file);
  const options = /^( +)(?:store|resolveOrder|getPrice|onPaid|onRefunded): .*\n(?:^\1 .*\n|^\1[}\]].*\n)*/gm;
  const code = readFileSync(path, 'utf8')
    .replace(/^( +)store: /m, '$1...orders,\n$1store: ')
    .replace(options, '')
    .replace(/^import .*EmbeddedTransaction.*\n/m, postgresTransaction)
    .replaceAll('EmbeddedTransaction', 'PostgresTransaction');
  writeFileSync(path, `import { orders } from './postgres.ts';\n${code}`);
  const example = readExample('postgres.ts').replaceAll('@pgw/express', '@pgw/server');
  writeFileSync(join(path, '../postgres.ts'), example);
}

/** What this file uses of a pool of `pg`. */
interface Pool {
  query(sql: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

/** Calls `work` with the URL of a database that has the table of these orders, and checks that its orders are paid afterwards. */
export async function withOrdersOnPostgres(
  work: (url: string, insertOrder: (id: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  // The package has these exports.
  const { default: pg } = (await import(requireOfServer.resolve('pg'))) as {
    readonly default: { readonly Pool: new (options: { readonly connectionString: string }) => Pool };
  };
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: postgres.url });
  try {
    await pool.query(
      'CREATE TABLE orders (id text PRIMARY KEY, amount integer, paid integer DEFAULT 0, refunded integer DEFAULT 0)',
    );
    await work(postgres.url, async (id) => {
      await pool.query('INSERT INTO orders (id, amount) VALUES ($1, 12890)', [id]);
    });
    expect((await pool.query('SELECT DISTINCT paid FROM orders')).rows).toEqual([{ paid: 12_890 }]);
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
