import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startPostgres } from '../../../../scripts/programs/postgres.mjs';
import type { Store } from '../../src/store.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { openShop, untilNextQueryMs, waitForFulfillments, type Shop, type StartedPayment } from '../shop.ts';
import { costs, type Costs } from './costs.ts';
import {
  countHmacs,
  countPostgres,
  countSqlite,
  RunningCalls,
  runCounted,
  type StoreCounter,
} from './count-cost.ts';

it('a paid order costs the embedded store as much as costs.ts says', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pgw-cost-')));
  const file = join(folder, 'payments.db');
  const counter = countSqlite(file);
  try {
    const measured = await measure(embeddedStore({ file }), counter);
    expect(measured.costs, describeChange('embedded', measured)).toEqual(costs.embedded);
  } finally {
    counter.restore();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a paid order costs PostgreSQL as much as costs.ts says', async () => {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  try {
    const counter = countPostgres(pool);
    const measured = await measure(postgresStore({ pool: counter.pool }), counter);
    expect(measured.costs, describeChange('postgres', measured)).toEqual(costs.postgres);
  } finally {
    await pool.end();
    await server.stop();
  }
});

interface Measurement {
  readonly costs: Costs;
  readonly statements: Readonly<Record<string, readonly string[]>>;
}

/** Pays orders one after the other. The first one is not counted: it fills the caches of the shop. */
async function measure<Tx>(store: Store<Tx>, counter: StoreCounter): Promise<Measurement> {
  let now = Date.now();
  const hmacs = countHmacs();
  const calls = new RunningCalls();
  const shop = await openShop({
    // `onPaid` of the shop does not use its transaction.
    store: calls.track(store as Store<never>),
    wrap: (gateway) => calls.track(gateway),
    // The mark is compared by a timer, whose statements belong to no step.
    historyMark: false,
    now: () => now,
    setUpApp: (app) => app.use((_request, _response, next) => runCounted(next)),
  });
  const readAll = () => ({
    ...counter.read(),
    gatewayCalls: shop.sandbox.listActivities({ kind: 'request' }).length,
    hmacs: hmacs.read(),
  });
  const measuredCosts: Record<string, Costs[string]> = {};
  const statements: Record<string, readonly string[]> = {};
  const count = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const before = readAll();
    const result = await work();
    await calls.waitUntilIdle();
    measuredCosts[step] = subtract(readAll(), before);
    statements[step] = counter.texts.slice(before.statements);
    return result;
  };
  try {
    await payByCallback(shop, await shop.startPayment({ order: 'A0' }));
    // The first sweep of a store creates rows.
    await shop.checkout.sweep();
    await calls.waitUntilIdle();

    await count('session', () => shop.fetch('/pgw/session?order=A1'));
    const first = await count('start', () => shop.startPayment({ order: 'A1' }));
    shop.sandbox.decide(first.transactionNumber, 'approve', { callback: 'never' });
    await count('callback', () => payByCallback(shop, first));
    await count('repeated callback', () => sendCallback(shop, createCallbackPayload(first)));
    await count('return after the callback', () => returnToShop(shop, first));
    await count('status of the payment', () => shop.fetch(`/pgw/payments/${first.reference}`));

    const second = await shop.startPayment({ order: 'A2' });
    shop.sandbox.decide(second.transactionNumber, 'approve', { callback: 'never' });
    await calls.waitUntilIdle();
    await count('return before the callback', () => returnToShop(shop, second));

    const third = await shop.startPayment({ order: 'A3' });
    shop.sandbox.decide(third.transactionNumber, 'approve', { callback: 'never' });
    now += untilNextQueryMs;
    await calls.waitUntilIdle();
    await count('sweep that finds a payment paid', async () => {
      await runCounted(() => shop.checkout.sweep());
      await waitForFulfillments(shop, 4);
    });
    await count('sweep without work', () => runCounted(() => shop.checkout.sweep()));
    expect(shop.fulfilledReferences).toHaveLength(4);
    return { costs: measuredCosts, statements };
  } finally {
    await shop.close();
    hmacs.restore();
  }
}

async function payByCallback(shop: Shop, payment: StartedPayment): Promise<void> {
  const { length } = shop.fulfilledReferences;
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await sendCallback(shop, createCallbackPayload(payment));
  await waitForFulfillments(shop, length + 1);
}

function returnToShop(shop: Shop, { reference, transactionNumber }: StartedPayment): Promise<Response> {
  return shop.fetch(`/pgw/return?ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`);
}

function subtract(after: Costs[string], before: Costs[string]): Costs[string] {
  const earlier = new Map(Object.entries(before));
  const differences = Object.entries(after).map(([name, value]) => [name, value - (earlier.get(name) ?? 0)]);
  return Object.fromEntries(differences);
}

function describeChange(store: keyof typeof costs, { costs: measured, statements }: Measurement): string {
  const changed = Object.keys(measured).filter(
    (step) => JSON.stringify(measured[step]) !== JSON.stringify(costs[store][step]),
  );
  return [
    `The cost of a paid order differs from packages/server/test/cost/costs.ts (${store}: ${changed.join(', ')}).`,
    'Remove the work that no guarantee needs. Then write the new numbers into that file, and give the reason for each higher number beside it.',
    ...changed.flatMap((step) => [
      '',
      `${step}: ${JSON.stringify(measured[step])}`,
      ...(statements[step] ?? []).map(
        (text, index) => `  ${index + 1}. ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}`,
      ),
    ]),
  ].join('\n');
}
