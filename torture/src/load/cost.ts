import { setTimeout as wait } from 'node:timers/promises';
import type { PgLike } from '@pgw/express/stores/postgres';
import { Sender, signCallback } from '../gateway/callbacks.ts';
import type { TortureCommand, Report, RunOptions } from '../torture-command.ts';
import { openGateway, type StubGateway } from '../gateway/gateway.ts';
import { runInParallel } from '../parallel.ts';
import { withPostgres } from '../postgres.ts';
import { openShop, usualSettings, type Shop } from '../shop/shop.ts';
import { createLedger, queryRows, type StorageSettings } from '../shop/storage.ts';
import { pressPay } from '../shop/shopper.ts';

export const cost: TortureCommand = {
  sentence:
    'Measures the cost of one payment for the database, from the press of Pay to the fulfilled order.',
  flags: ['payments', 'workers'],
  run: (options) => withPostgres((storage) => measureCost(storage, options)),
};

/**
 * Measures successful payments. Each has a start, one callback, one return and one status request of the
 * browser.
 */
async function measureCost(storage: StorageSettings, { size, log }: RunOptions): Promise<Report> {
  const count = size('payments', { long: 2_000, short: 100 });
  /** The number of payments that run at the same time. */
  const workers = size('workers', { long: 4, short: 4 });
  const statements = new StatementCounter();
  const gateway = await openGateway();
  const sender = new Sender();
  await createLedger(storage);
  const shop = await openShop(
    { ...usualSettings, storage, gatewayUrl: gateway.url },
    { wrapPool: (pool) => statements.wrapPool(pool) },
  );
  const before = await readDatabaseBytes(storage);
  log(`${count} payments. Each step is done for all of them before the next step.`);
  const references: string[] = [];
  const countStatements = (work: (n: number) => Promise<void>): Promise<number> =>
    statements.countDuring(() => runInParallel({ count, concurrency: workers }, work));
  const startStatements = await countStatements(async (n) => {
    const { reference } = await pressPay(shop.url, { order: `order-${n}`, attempt: `attempt-${n}` });
    references[n] = reference ?? '';
  });
  const callbackStatements = await countStatements((n) => sendCallback({ shop, gateway, sender }, n));
  const returnStatements = await countStatements(async (n) => {
    const transaction = findOpenedTransaction(gateway, n);
    await sender.returnToShop(shop.url, { ...transaction, reference: references[n] ?? '' });
  });
  const statusStatements = await countStatements(async (n) => {
    await (await fetch(`${shop.url}/pgw/payments/${references[n]}`)).body?.cancel();
  });
  const idleStatements = await statements.countDuring(async () => void (await shop.checkout.sweep()));
  const after = await readDatabaseBytes(storage);
  const rows = await countRows(storage);
  await shop.close();
  await sender.close();
  await gateway.close();
  const perPayment = (total: number): number => Math.round((total / count) * 10) / 10;
  return {
    figures: {
      payments: count,
      'statements to start': perPayment(startStatements),
      'statements to receive, sync and fulfill': perPayment(callbackStatements),
      'statements for the return': perPayment(returnStatements),
      'statements for a status request': perPayment(statusStatements),
      'statements of a payment in total': perPayment(
        startStatements + callbackStatements + returnStatements + statusStatements,
      ),
      'statements of a sweep without work': idleStatements,
      ...Object.fromEntries(
        Object.entries(rows).map(([table, total]) => [`rows in ${table}`, perPayment(total)]),
      ),
      'bytes on disk (tables and indexes)': Math.round((after.tableBytes - before.tableBytes) / count),
      'bytes of write-ahead log': Math.round((after.walBytes - before.walBytes) / count),
    },
    failures:
      rows['torture_ledger'] === count
        ? []
        : [`${rows['torture_ledger']} of ${count} payments were fulfilled.`],
  };
}

/** Makes the payment paid at the gateway, and sends its callback. */
async function sendCallback(
  { shop, gateway, sender }: { readonly shop: Shop; readonly gateway: StubGateway; readonly sender: Sender },
  n: number,
): Promise<void> {
  const paid = { ...findOpenedTransaction(gateway, n), status: 1 };
  gateway.put(paid);
  const response = await sender.post(shop.url, signCallback(paid));
  if (response?.status !== 200) throw new Error(`The response to a callback had status ${response?.status}.`);
}

/** Returns the transaction that was opened as number `n`. The number of its order can differ. */
function findOpenedTransaction(gateway: StubGateway, n: number) {
  const transaction = gateway.opened[n];
  if (transaction === undefined) throw new RangeError(`There is no transaction ${n}.`);
  return transaction;
}

/** Counts the statements that a pool executes, BEGIN and COMMIT included. */
class StatementCounter {
  #count = 0;

  wrapPool(pool: PgLike): PgLike {
    return {
      connect: async () => {
        const client = await pool.connect();
        return {
          query: (text, values) => {
            this.#count += 1;
            return client.query(text, values);
          },
          release: () => client.release(),
        };
      },
    };
  }

  /** Counts the statements of the work, and the later statements until none was executed for 300 ms. */
  async countDuring(work: () => Promise<void>): Promise<number> {
    const before = this.#count;
    await work();
    let previous: number;
    do {
      previous = this.#count;
      await wait(300);
    } while (this.#count !== previous);
    return this.#count - before;
  }
}

const tables = ['pgw_payments', 'pgw_orders', 'pgw_callbacks', 'pgw_notes', 'torture_ledger'] as const;

async function countRows(storage: StorageSettings): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await queryRows(storage, `select count(*) as rows from ${table}`);
      return [table, Number(row?.['rows'])] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** Reads the size of the tables with their indexes, and the position of the write-ahead log (WAL). */
async function readDatabaseBytes(
  storage: StorageSettings,
): Promise<{ readonly tableBytes: number; readonly walBytes: number }> {
  const [row] = await queryRows(
    storage,
    "select (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relname like 'pgw_%') as table_bytes, " +
      "pg_current_wal_lsn() - '0/0' as wal_bytes",
  );
  return { tableBytes: Number(row?.['table_bytes']), walBytes: Number(row?.['wal_bytes']) };
}
