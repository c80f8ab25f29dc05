// A process with many merchants, and its sandbox in another one. It measures itself, and sends its figures to the parent.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import { StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { StartResponse } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { createCheckout } from '@pgw/express';
import { createInitialPayment, type Store } from '@pgw/express/store';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { postgresStore } from '@pgw/express/stores/postgres';
import express from 'express';
import pg from 'pg';
import { listen } from '../network/server.ts';
import { merchantPassword, type MarketFigures, type MarketSettings } from './merchants.ts';

const settings = JSON.parse(process.env['PGW_TORTURE_MARKET'] ?? '') as MarketSettings;
const { accounts, restMs, gatewayUrl, storage } = settings;
const price = { amount: 12_890, currencyCode: 'MYR' };

process.on('disconnect', () => process.exit());
let statements = 0;
let statementsOfRequests = 0;
/** The number of statements at rest by their texts. */
let restStatements: Record<string, number> | undefined;
const inRequest = new AsyncLocalStorage<true>();
function countStatement(text: unknown): void {
  statements += 1;
  if (inRequest.getStore() === true) statementsOfRequests += 1;
  if (restStatements === undefined) return;
  const name = String(text).replaceAll(/\s+/g, ' ').slice(0, 160);
  restStatements[name] = (restStatements[name] ?? 0) + 1;
}
for (const name of ['run', 'all', 'get', 'iterate'] as const) {
  const original: unknown = Reflect.get(StatementSync.prototype, name);
  Reflect.set(
    StatementSync.prototype,
    name,
    function run(this: StatementSync, ...values: unknown[]): unknown {
      countStatement(this.sourceSQL);
      return Reflect.apply(original as (...values: unknown[]) => unknown, this, values);
    },
  );
}
const pool = storage.kind === 'postgres' ? new pg.Pool({ connectionString: storage.url, max: 8 }) : undefined;
pool?.on('connect', (client) => {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown;
  Reflect.set(client, 'query', (...values: unknown[]) => {
    countStatement(values[0]);
    return query(...values);
  });
});
const store: Store<never> =
  storage.kind === 'embedded'
    ? embeddedStore({ file: storage.file })
    : postgresStore({ pool: pool as pg.Pool });

let paidAt = 0;
const app = express();
const url = await listen(createServer(app));
const checkout = createCheckout<never>({
  accounts: {
    gateway: { baseUrl: gatewayUrl },
    find: (id) => ({
      merchant: `Shop ${id}`,
      gateway: {
        merchantId: String(1001 + Number(id)),
        secretKey: defaultTenant.secretKey,
        credentials: {
          userName: `user-${id}`,
          password: Number(id) === accounts ? 'wrong' : merchantPassword,
        },
      },
    }),
    maxCached: accounts + 2,
    refreshMs: 3_600_000,
  },
  mountPath: '/{account}/pgw',
  publicUrl: url,
  merchant: 'The market',
  store,
  historyMark: false,
  requestLimits: false,
  resolveOrder: () => price,
  onPaid: ({ orderId }) => {
    if (orderId.startsWith('delayed')) paidAt = Date.now();
  },
  onEvent: () => undefined,
});
// The sweep has statements of its own, and a slow machine has more sweeps during a start.
app.use((_request, _response, next) => inRequest.run(true, next));
app.use('/:account/pgw', checkout.router);
await checkout.ready;

let attempts = 0;
async function start(id: string, order: string): Promise<string> {
  attempts += 1;
  const response = await fetch(`${url}/${id}/pgw/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order,
      channelId: 5,
      shownAmount: price.amount,
      shownCurrencyCode: price.currencyCode,
      attempt: `attempt-${attempts}`,
    }),
  });
  const { payment } = (await response.json()) as StartResponse;
  return payment.transactionNumber ?? '';
}

/** Some objects are freed in a task after the collection. */
async function readMemory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await wait(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Makes the next query of all open payments later than the measurement. */
async function postpone(): Promise<void> {
  const update = `update pgw_payments set next_query_at = ${Date.now() + 3_600_000} where next_query_at is not null`;
  if (storage.kind === 'postgres') await pool?.query(update);
  else {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const database = new DatabaseSync(storage.file, { timeout: 10_000 });
    database.exec(update);
    database.close();
  }
}

/** Stores open payments of an account whose queries are due. The gateway does not have them. */
async function storeDuePayments(id: string, count: number): Promise<void> {
  const view = store.forAnotherAccount();
  const now = Date.now();
  await view.open({ origin: gatewayUrl, merchantId: String(1001 + Number(id)), shopId: id, now });
  for (let first = 0; first < count; first += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const reference = `BUSY-${first + index}`;
        const initial = createInitialPayment({
          reference,
          tokenSeed: reference,
          orderId: reference,
          ordinal: 1,
          attempt: reference,
          ...price,
          callbackUrl: `${url}/${id}/pgw/callback/${id}`,
          createdAt: now,
          pricedAt: now,
        });
        const schedule = { queriedAt: null, nextQueryAt: now };
        const payment = {
          ...initial,
          state: 'open' as const,
          transactionNumber: `T${first + index}`,
          schedule,
        };
        return view.insert('payment', {
          payment,
          note: {
            reference,
            at: now,
            source: 'start',
            kind: 'start-answered',
            text: 'Stored.',
          },
        });
      }),
    );
}

/** The time in seconds by which the sweep pays a payment after its query is due. Its callback is lost. */
async function measureDelay(order: string): Promise<number> {
  paidAt = 0;
  const startedAt = Date.now();
  const number = await start('0', order);
  process.send?.({ approve: number });
  while (paidAt === 0 && Date.now() < startedAt + 180_000) await wait(20);
  return ((paidAt === 0 ? Date.now() : paidAt) - startedAt - 20_000) / 1_000;
}

await start('0', 'first');
const before = await readMemory();
for (let index = 1; index < accounts; index += 1) {
  await (await fetch(`${url}/${index}/pgw/session?order=A1`)).arrayBuffer();
  await start(String(index), 'A1');
}
const memoryMb = ((await readMemory()) - before) / 1_048_576;
const statementsBefore = statementsOfRequests;
for (let index = 0; index < 20; index += 1) await start('0', `cost-${index}`);
const statementsPerStart = (statementsOfRequests - statementsBefore) / 20;
// A query that was running sets the time of the next one again.
for (let round = 0, seen = -1; round < 30 && statements - seen > 6; round += 1) {
  await postpone();
  seen = statements;
  await wait(10_000);
}
restStatements = {};
const cpuBefore = process.cpuUsage();
await wait(restMs);
const { user, system } = process.cpuUsage(cpuBefore);
const restMemoryMb = ((await readMemory()) - before) / 1_048_576;
const restTexts = restStatements;
restStatements = undefined;
const statementsPerMinute =
  (Object.values(restTexts).reduce((sum, times) => sum + times, 0) * 60_000) / restMs;
const coreShare = (user + system) / 1_000 / restMs;
const aloneSeconds = await measureDelay('delayed-1');
await storeDuePayments(String(accounts), 100);
await storeDuePayments(String(accounts + 1), 10_000);
await wait(5_000);
const besideSeconds = await measureDelay('delayed-2');
const figures: MarketFigures = {
  memoryMb,
  restMemoryMb,
  statementsPerStart,
  statementsPerMinute,
  restTexts,
  coreShare,
  connections: pool?.totalCount ?? 1,
  aloneSeconds,
  besideSeconds,
};
process.send?.({ figures });
