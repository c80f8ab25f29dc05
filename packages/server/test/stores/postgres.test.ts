import { commitUpdate } from './contract/writes.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../../scripts/programs/postgres.mjs';
import { postgresStore } from '../../src/stores/postgres.ts';
import { createPaidHook } from '../../src/model/hook.ts';
import { samplePayment } from './contract/sample-payment.ts';
import { insertDuePayment } from './contract/samples.ts';
import type { Payment } from '../../src/model/payments/payment.ts';
import type { Note } from '../../src/model/payments/timeline.ts';
import { gatewayStatus, openShop, unreachableUrl } from '../shop.ts';

type PostgresStore = ReturnType<typeof postgresStore>;
type Work = Parameters<PostgresStore['runHook']>[1]['work'];

/** A callback without its reference. */
const callback = {
  transactionNumber: 'T',
  status: gatewayStatus.success,
  rawBody: '{}',
  signature: '',
  receivedAt: 1,
};
const dueAt = 2;
const note: Note = {
  reference: 'RC-1',
  at: 1_000,
  source: 'start',
  kind: 'payment-created',
  text: 'Stored.',
};
let server: PostgresServer;
let pool: pg.Pool;

beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url });
});

afterAll(async () => {
  await pool.end();
  await server.stop();
});

/** Makes a payment paid. With `work`, also fulfills it in the same transaction. */
function syncAsPaid(store: PostgresStore, payment: Payment, work?: Work) {
  return commitUpdate(store, {
    payment,
    change: { state: 'paid', fulfillment: { state: 'due' } },
    notes: [],
    callbacks: [],
    ...(work !== undefined && {
      hook: { due: createPaidHook(payment, 0), work: { note, needsOrder: false, work } },
    }),
  });
}

it('twelve processes that boot at the same time create the PostgreSQL store once', async () => {
  await pool.query('create database booting');
  const url = server.url.replace(/\/postgres$/, '/booting');
  const pools = Array.from({ length: 12 }, () => new pg.Pool({ connectionString: url, max: 2 }));
  await Promise.all(pools.map((processPool) => postgresStore({ pool: processPool }).open()));
  const { rows } = await pools[0]!.query('select name from pgw_migrations');
  expect(rows).toEqual(expect.arrayContaining([{ name: '0001-tables' }]));
  await Promise.all(pools.map((processPool) => processPool.end()));
});

it('the PostgreSQL store commits the writes of onPaid and the fulfillment together or not at all', async () => {
  const store = postgresStore({ pool });
  await store.open();
  await pool.query('create table ledger (reference text)');
  const duePayment = samplePayment({ state: 'paid', fulfillment: { state: 'due' } });
  await insertDuePayment(store, duePayment, 0);
  const countLedgerRows = async () =>
    (await pool.query('select count(*)::int as rows from ledger')).rows[0].rows;
  const failing = store.runHook(createPaidHook(duePayment, 0), {
    note,
    needsOrder: false,
    work: async (payment, { tx }) => {
      const { rowCount } = await tx.query('insert into ledger values ($1)', [payment.reference]);
      expect(rowCount).toBe(1);
      throw new Error('no stock');
    },
  });
  await expect(failing).rejects.toThrow('no stock');
  expect(await countLedgerRows()).toBe(0);
  const fulfill = () =>
    store.runHook(createPaidHook(duePayment, 0), {
      note,
      needsOrder: false,
      work: async (payment, { tx }) => {
        await tx.query('insert into ledger values ($1)', [payment.reference]);
        const { rows } = await tx.query('select reference as "theReference" from ledger');
        expect(rows).toEqual([{ theReference: 'RC-1' }]);
      },
    });
  expect([await fulfill(), await fulfill()]).toEqual([true, false]);
  expect(await countLedgerRows()).toBe(1);
});

it('the PostgreSQL store fails with store-unavailable while the server is down, continues afterwards, and leaves the pool open', async () => {
  const store = postgresStore({ pool });
  await store.open();
  await server.crash();
  await expect(store.find('payment', 'RC-1')).rejects.toMatchObject({
    code: 'store-unavailable',
    retryable: true,
  });
  await server.restart();
  const isReachable = () =>
    store.find('payment', 'RC-1').then(
      () => true,
      () => false,
    );
  await expect.poll(isReachable).toBe(true);
  await store.close();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('a fulfillment whose connection to PostgreSQL has failed can be repeated', async () => {
  const store = postgresStore({ pool });
  await store.open();
  const duePayment = samplePayment({
    reference: 'RC-9',
    orderId: 'A9',
    state: 'paid',
    fulfillment: { state: 'due' },
  });
  await insertDuePayment(store, duePayment, 0);
  const failing = store.runHook(createPaidHook(duePayment, 0), {
    note,
    needsOrder: false,
    work: async (_payment, { tx }) => {
      await server.crash();
      await tx.query('select 1');
    },
  });
  await expect(failing).rejects.toThrow();
  await server.restart();
  const fulfillAgain = () =>
    store
      .runHook(createPaidHook(duePayment, 0), { note, needsOrder: false, work: () => undefined })
      .catch(() => false);
  await expect.poll(fulfillAgain).toBe(true);
});

it('after a crash of PostgreSQL only handlers that were running are repeated, if handlers do not use tx', async () => {
  const maxHandlers = 2;
  const smallPool = new pg.Pool({ connectionString: server.url, max: 2 * maxHandlers });
  const store = postgresStore({ pool: smallPool });
  await store.open();
  const payments = Array.from({ length: 40 }, (_, n) =>
    samplePayment({ reference: `outside${n}`, orderId: `outside-${n}` }),
  );
  for (const payment of payments) await store.insert('payment', { payment, note });
  const callsBeforeCrash = 25;
  const calledReferences: string[] = [];
  const work = async ({ reference }: { readonly reference: string }): Promise<void> => {
    calledReferences.push(reference);
    await new Promise((resolve) => setImmediate(resolve));
    if (calledReferences.length === callsBeforeCrash) await server.crash();
  };
  await Promise.allSettled(payments.map((payment) => syncAsPaid(store, payment, work)));
  await server.restart();
  const findPayment = (reference: string) => store.find('payment', reference).catch(() => undefined);
  await expect.poll(() => findPayment('outside0')).toBeDefined();
  const stored = await Promise.all(calledReferences.map(findPayment));
  const notDone = stored.filter((payment) => payment?.fulfillment.state !== 'done');
  expect(calledReferences.length).toBeGreaterThanOrEqual(callsBeforeCrash);
  expect(notDone.length).toBeLessThanOrEqual(maxHandlers);
  await smallPool.end();
});

it('the PostgreSQL store inserts callbacks and syncs other payments while a slow handler runs', async () => {
  const store = postgresStore({ pool });
  await store.open();
  const createPayment = (n: number) => samplePayment({ reference: `S${n}`, orderId: `slow-${n}` });
  for (const n of [1, 2, 3])
    await store.insert('payment', { payment: createPayment(n), note: { ...note, reference: `S${n}` } });
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const syncPayment = (n: number, work: Work) => syncAsPaid(store, createPayment(n), work);
  const slowUpdate = syncPayment(1, () => {
    begun.resolve();
    return gate.promise;
  });
  await begun.promise;
  await store.insertCallback({ ...callback, reference: 'S1' }, dueAt);
  expect((await syncPayment(2, () => Promise.resolve()))?.payment.fulfillment.state).toBe('done');
  gate.resolve();
  expect((await slowUpdate)?.payment.fulfillment.state).toBe('done');
  // After a slow handler, each handler runs alone with its own connection.
  expect((await syncPayment(3, () => Promise.resolve()))?.payment.fulfillment.state).toBe('done');
});

it('updates that wait for a handler hold no connection, because the handler can need one', async () => {
  const smallPool = new pg.Pool({ connectionString: server.url, max: 4 });
  const store = postgresStore({ pool: smallPool });
  await store.open();
  const payment = samplePayment({ reference: 'waiting', orderId: 'waiting' });
  await store.insert('payment', { payment, note });
  const begun = Promise.withResolvers<void>();
  const othersWait = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    begun.resolve();
    await othersWait.promise;
    await smallPool.query('select 1');
  };
  const first = syncAsPaid(store, payment, work);
  await begun.promise;
  let connections = 0;
  smallPool.on('acquire', () => (connections += 1));
  const others = Array.from({ length: 8 }, () => syncAsPaid(store, payment));
  await expect.poll(() => connections).toBeGreaterThanOrEqual(1);
  await expect.poll(() => smallPool.idleCount).toBe(smallPool.totalCount - 1);
  othersWait.resolve();
  expect((await first)?.payment.fulfillment.state).toBe('done');
  expect(await Promise.all(others)).toEqual(others.map(() => undefined));
  await smallPool.end();
});

it('an update that waits for the running handler of its payment fails after a time limit', async () => {
  const store = postgresStore({ pool });
  await store.open();
  const payment = samplePayment({ reference: 'stuck', orderId: 'stuck' });
  await store.insert('payment', { payment, note });
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const work = (): Promise<void> => {
    begun.resolve();
    return gate.promise;
  };
  const blockedUpdate = syncAsPaid(store, payment, work);
  await begun.promise;
  const waiting = syncAsPaid(store, payment);
  await expect(waiting).rejects.toMatchObject({ code: 'store-unavailable', retryable: true });
  gate.resolve();
  expect((await blockedUpdate)?.payment.fulfillment.state).toBe('done');
});

it('when fulfillments share a transaction, only the work that throws is rolled back, and the other work is repeated at most once', async () => {
  const store = postgresStore({ pool });
  await store.open();
  await pool.query('create table shared_ledger (reference text)');
  const runs = new Map<string, number>();
  const isFailing = (n: number): boolean => [4, 13, 22].includes(n);
  const syncAll = async (prefix: string) => {
    const payments = Array.from({ length: 24 }, (_, n) =>
      samplePayment({ reference: `${prefix}${n}`, orderId: `${prefix}-${n}` }),
    );
    await Promise.all(payments.map((payment) => store.insert('payment', { payment, note })));
    const work =
      (n: number): Work =>
      async ({ reference }, { tx }) => {
        runs.set(reference, (runs.get(reference) ?? 0) + 1);
        await tx.query('insert into shared_ledger values ($1)', [reference]);
        if (isFailing(n)) throw new Error('no stock');
      };
    return Promise.all(payments.map((payment, n) => syncAsPaid(store, payment, work(n))));
  };
  const readLedger = async (prefix: string) => {
    const text = 'select reference from shared_ledger where reference like $1';
    const { rows } = await pool.query(text, [`${prefix}%`]);
    return rows.map(({ reference }) => reference as string);
  };
  for (const prefix of ['first', 'second']) {
    const updated = await syncAll(prefix);
    const outcomes = updated.map(
      (update) => [update?.payment.reference, update?.payment.fulfillment.state] as const,
    );
    const fulfilledReferences = outcomes
      .filter(([, fulfillment]) => fulfillment === 'done')
      .map(([reference]) => reference);
    expect(fulfilledReferences.length).toBe(21);
    expect(new Set(await readLedger(prefix))).toEqual(new Set(fulfilledReferences));
    expect((await readLedger(prefix)).length).toBe(fulfilledReferences.length);
    expect(updated.filter((update) => update?.failure !== undefined).length).toBe(3);
  }
  const countMaxRuns = (prefix: string) =>
    Math.max(...[...runs].filter(([key]) => key.startsWith(prefix)).map(([, count]) => count));
  // After work has thrown, the store gives each work its own savepoint.
  expect([countMaxRuns('first') <= 2, countMaxRuns('second')]).toEqual([true, 1]);
});

it('when fulfillments share a transaction, work that ignores a failed statement is rolled back, and other work is committed', async () => {
  const store = postgresStore({ pool });
  await store.open();
  const payments = Array.from({ length: 8 }, (_, n) =>
    samplePayment({ reference: `hidden${n}`, orderId: `hidden-${n}` }),
  );
  for (const payment of payments) await store.insert('payment', { payment, note });
  const failing = 5;
  const updated = await Promise.allSettled(
    payments.map((payment, n) =>
      syncAsPaid(store, payment, async (_payment, { tx }) => {
        // After this statement PostgreSQL executes no other statement of the transaction and does not
        // commit it.
        if (n === failing) await tx.query('select no_such_column').catch(() => undefined);
      }),
    ),
  );
  expect(updated.map(({ status }) => status === 'fulfilled')).toEqual(payments.map((_, n) => n !== failing));
  const stored = await Promise.all(payments.map(({ reference }) => store.find('payment', reference)));
  expect(stored.map((payment) => payment?.state)).toEqual(
    payments.map((_, n) => (n === failing ? 'open' : 'paid')),
  );
});

it('the PostgreSQL store does not repeat work when the server closes the connection', async () => {
  const smallPool = new pg.Pool({ connectionString: server.url, max: 2 });
  smallPool.on('error', () => undefined);
  const store = postgresStore({ pool: smallPool });
  await store.open();
  await pool.query('create table ended_ledger (reference text)');
  const payments = Array.from({ length: 9 }, (_, n) =>
    samplePayment({ reference: `ended${n}`, orderId: `ended-${n}` }),
  );
  for (const payment of payments) await store.insert('payment', { payment, note });
  const runs = new Map<string, number>();
  const syncPayment = (payment: Payment, { closesConnection }: { closesConnection: boolean }) =>
    syncAsPaid(store, payment, async ({ reference }, { tx }) => {
      runs.set(reference, (runs.get(reference) ?? 0) + 1);
      await tx.query('insert into ended_ledger values ($1)', [reference]);
      if (closesConnection) await tx.query('select pg_terminate_backend(pg_backend_pid())');
    });
  // The first work runs alone, so that the store detects that work uses tx. The other work then shares a
  // transaction.
  const [first, ...others] = payments;
  await syncPayment(first!, { closesConnection: false });
  const updated = await Promise.allSettled(
    others.map((payment, n) => syncPayment(payment, { closesConnection: n === 6 })),
  );
  expect(updated.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  expect(Math.max(...runs.values())).toBe(1);
  await smallPool.end();
});

it('the PostgreSQL store refuses statements with tx after onPaid has ended', async () => {
  const store = postgresStore({ pool });
  await store.open();
  const duePayment = samplePayment({
    reference: 'late',
    orderId: 'late',
    state: 'paid',
    fulfillment: { state: 'due' },
  });
  await insertDuePayment(store, duePayment, 0);
  const lateQuery = Promise.withResolvers<() => Promise<unknown>>();
  await store.runHook(createPaidHook(duePayment, 0), {
    note,
    needsOrder: false,
    work: (_payment, { tx }) => lateQuery.resolve(() => tx.query('select 1')),
  });
  await expect((await lateQuery.promise)()).rejects.toThrow('The transaction has ended');
});

it('handlers that do not end use at most half of the pool, and callbacks are stored with the other half', async () => {
  const smallPool = new pg.Pool({ connectionString: server.url, max: 4 });
  const store = postgresStore({ pool: smallPool });
  await store.open();
  const payments = [1, 2, 3].map((n) =>
    samplePayment({
      reference: `half-${n}`,
      orderId: `half-${n}`,
      state: 'paid',
      fulfillment: { state: 'due' },
    }),
  );
  for (const payment of payments) await insertDuePayment(store, payment, 0);
  const startedHandlers: string[] = [];
  const twoStarted = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const work = ({ reference }: { readonly reference: string }): Promise<void> => {
    if (startedHandlers.push(reference) === 2) twoStarted.resolve();
    return gate.promise;
  };
  const fulfillments = payments.map(({ reference }) =>
    store.runHook(createPaidHook({ reference }, 0), {
      note: { ...note, reference },
      needsOrder: false,
      work,
    }),
  );
  await twoStarted.promise;
  await store.insertCallback({ ...callback, reference: 'half-1' }, dueAt);
  expect(await store.list('callbacks', 'half-1')).toHaveLength(1);
  expect(startedHandlers).toHaveLength(2);
  gate.resolve();
  expect(await Promise.all(fulfillments)).toEqual([true, true, true]);
  expect(startedHandlers).toHaveLength(3);
  await smallPool.end();
});

it('postgresStore() without a pool throws an error that names the option', () => {
  expect(() => postgresStore({ pool: {} as never })).toThrow(/pool must be a connection pool/);
});

it.each([
  ['without a history mark the boot reports what is not noticed', undefined, 1],
  ['with historyMark: false the boot reports nothing', false, 0],
] as const)('%s', async (_title, historyMark, count) => {
  const shop = await openShop({
    store: postgresStore({ pool }) as never,
    // The store belongs to one gateway.
    gatewayUrl: unreachableUrl,
    ...(historyMark === false && { historyMark }),
  });
  await shop.checkout.ready;
  const events = shop.eventsNamed('history-unmarked');
  expect(events).toHaveLength(count);
  for (const { message } of events) expect(message).toContain("historyMark: fileHistoryMark('");
  await shop.close();
});
