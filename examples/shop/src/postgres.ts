import pg from 'pg';
import type { Database, Row, Statement } from './database.ts';

/** The database of the shop, and the pool for the store of the checkout. */
export interface PostgresDatabase extends Database {
  readonly pool: pg.Pool;
}

/** The oids of types whose values `pg` returns as text or as objects. The shop reads numbers and text, as from SQLite. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = { 20: Number, 114: String };
/** A lock of the shop: transactions run one after the other, as in SQLite. */
const lockKey = 7_246_105;

/** Opens a database of PostgreSQL, and creates the tables of the shop. */
export async function openPostgres(connectionString: string, schema: string): Promise<PostgresDatabase> {
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5_000 });
  // A lost connection of the pool is replaced. Without a listener, it would end the process.
  pool.on('error', () => undefined);
  const run = async (client: pg.Pool | pg.PoolClient, [sql, ...values]: Statement): Promise<Row[]> => {
    const { rows } = await client.query<Row>({
      ...toQuery([sql, ...values]),
      types: { getTypeParser: (oid) => parsers[oid] ?? pg.types.getTypeParser(oid) },
    });
    return rows;
  };
  const transact = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // The server rolls back what a closed connection has left.
      client.release(true);
      throw error;
    }
  };
  try {
    await transact((client) => client.query(toPostgresSchema(schema)));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    pool,
    query: (...statement) => run(pool, statement),
    transaction: (steps) =>
      transact(async (client) => {
        const generator = steps();
        let step = generator.next();
        while (step.done !== true) step = generator.next(await run(client, step.value));
        return step.value;
      }),
    close: () => pool.end(),
  };
}

/** Converts a statement to one of PostgreSQL: `$1` in place of the first `?`. */
export function toQuery([sql, ...values]: Statement): { text: string; values: unknown[] } {
  let count = 0;
  return { text: sql.replaceAll('?', () => `$${(count += 1)}`), values };
}

/** Each table has a column `rowid` in the order of the inserts, as in SQLite. */
function toPostgresSchema(schema: string): string {
  return schema
    .replaceAll(/(CREATE TABLE IF NOT EXISTS \w+ \()/g, '$1rowid BIGINT GENERATED ALWAYS AS IDENTITY, ')
    .replaceAll(') STRICT', ')')
    .replaceAll('INTEGER', 'BIGINT')
    .replaceAll('details TEXT', 'details JSON');
}
