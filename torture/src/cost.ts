import { setTimeout as wait } from 'node:timers/promises';
import type { PgLike } from '@pgw/express/stores/postgres';
import { Sender, signedCallback } from './callbacks.ts';
import type { Claim, Report, RunOptions } from './claim.ts';
import { openGateway, type StubGateway } from './gateway/gateway.ts';
import { inParallel } from './parallel.ts';
import { withPostgres } from './postgres.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { createLedger, rowsOf, type StorageSettings } from './shop/storage.ts';
import { press } from './shopper.ts';

export const cost: Claim = {
  sentence: 'The cost of one payment for the database, from the press of Pay to the fulfilled order.',
  flags: ['payments', 'workers'],
  run: (options) => withPostgres((storage) => measured(storage, options)),
};

/** Measures payments without problems: each has a start, one callback, one return and one status request of the browser. */
async function measured(storage: StorageSettings, { size, log }: RunOptions): Promise<Report> {
  const count = size('payments', { long: 2_000, short: 100 });
  /** The number of payments that run at the same time. */
  const workers = size('workers', { long: 4, short: 4 });
  const statements = new Statements();
  const gateway = await openGateway();
  const sender = new Sender();
  await createLedger(storage);
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 0,
    queriesPerSecond: 1_000,
  } as const;
  const shop = await openShop(
    { ...settings, gatewayUrl: gateway.url },
    { wrapPool: (pool) => statements.counted(pool) },
  );
  const before = await sizesOf(storage);
  log(`${count} payments, step by step.`);
  const references: string[] = [];
  const each = (work: (n: number) => Promise<void>): Promise<number> =>
    statements.during(() => inParallel({ count, atOnce: workers }, work));
  const started = await each(async (n) => {
    const { reference } = await press(shop.url, { order: `order-${n}`, attempt: `attempt-${n}` });
    references[n] = reference ?? '';
  });
  const calledBack = await each((n) => callBack({ shop, gateway, sender }, n));
  const returned = await each(async (n) => {
    await sender.returnToShop(shop.url, { ...transactionOf(gateway, n), reference: references[n] ?? '' });
  });
  const queried = await each(async (n) => {
    await (await fetch(`${shop.url}/pgw/payments/${references[n]}`)).body?.cancel();
  });
  const idle = await statements.during(async () => void (await shop.checkout.payments.sweep()));
  const after = await sizesOf(storage);
  const rows = await rowsPerTable(storage);
  await shop.close();
  await sender.close();
  await gateway.close();
  const a = (total: number): number => Math.round((total / count) * 10) / 10;
  return {
    counted: {
      payments: count,
      'statements to start': a(started),
      'statements to receive, settle and fulfil': a(calledBack),
      'statements for the return': a(returned),
      'statements for a status request': a(queried),
      'statements of a payment, in all': a(started + calledBack + returned + queried),
      'statements of an idle round of the sweep': idle,
      ...Object.fromEntries(Object.entries(rows).map(([table, total]) => [`rows in ${table}`, a(total)])),
      'bytes on disk, tables and indexes': Math.round((after.relations - before.relations) / count),
      'bytes of write-ahead log': Math.round((after.wal - before.wal) / count),
    },
    failures:
      rows['torture_ledger'] === count
        ? []
        : [`${rows['torture_ledger']} of ${count} payments were fulfilled.`],
  };
}

/** Makes the payment paid at the gateway, and sends its callback. */
async function callBack(
  { shop, gateway, sender }: { readonly shop: Shop; readonly gateway: StubGateway; readonly sender: Sender },
  n: number,
): Promise<void> {
  const paid = { ...transactionOf(gateway, n), status: 1 };
  gateway.put(paid);
  const response = await sender.post(shop.url, signedCallback(paid));
  if (response?.status !== 200) throw new Error(`The response to a callback had status ${response?.status}.`);
}

/** The n-th transaction that was opened. Each callback needs a different transaction; which one does not matter. */
function transactionOf(gateway: StubGateway, n: number) {
  const transaction = gateway.opened[n];
  if (transaction === undefined) throw new RangeError(`There is no transaction ${n}.`);
  return transaction;
}

/** Counts the statements that a pool executes, BEGIN and COMMIT included. */
class Statements {
  #count = 0;

  counted(pool: PgLike): PgLike {
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

  /** Counts the statements of the work, and those after it until none was executed for 300 ms. */
  async during(work: () => Promise<void>): Promise<number> {
    const before = this.#count;
    await work();
    for (let last = -1; last !== this.#count;) {
      last = this.#count;
      await wait(300);
    }
    return this.#count - before;
  }
}

const tables = ['pgw_payments', 'pgw_orders', 'pgw_callbacks', 'pgw_notes', 'torture_ledger'] as const;

async function rowsPerTable(storage: StorageSettings): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await rowsOf(storage, `select count(*) as rows from ${table}`);
      return [table, Number(row?.['rows'])] as const;
    }),
  );
  return Object.fromEntries(counts);
}

async function sizesOf(
  storage: StorageSettings,
): Promise<{ readonly relations: number; readonly wal: number }> {
  const [row] = await rowsOf(
    storage,
    "select (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relname like 'pgw_%') as relations, " +
      "pg_current_wal_lsn() - '0/0' as wal",
  );
  return { relations: Number(row?.['relations']), wal: Number(row?.['wal']) };
}
