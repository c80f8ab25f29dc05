import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../../scripts/programs/postgres.mjs';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import { Auditor } from '../../src/operator/audit.ts';
import type { PaymentContext } from '../../src/engine/payment-context.ts';
import { gatewayStatus, waitForFulfillments, openShop, type Shop } from '../shop.ts';

/** The default of `retentionDays.timeline`. */
const retentionDays = 400;
const folder = mkdtempSync(join(tmpdir(), 'pgw-audit-'));
let server: PostgresServer;
let pool: pg.Pool;
let shop: Shop;

beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url });
});
afterEach(() => shop.close());
afterAll(async () => {
  await pool.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface AuditedShop {
  /** Runs a statement in the database, without the checkout. */
  readonly tamper: (text: string) => Promise<unknown>;
}

const stores: Record<string, () => Promise<AuditedShop>> = {
  embedded: async () => {
    const file = join(folder, `${Math.random()}.db`);
    shop = await openShop({ store: embeddedStore({ file }) });
    await shop.checkout.ready;
    const database = new DatabaseSync(file);
    return { tamper: async (text) => database.exec(text) };
  },
  postgres: async () => {
    await pool.query('drop schema public cascade; create schema public');
    // The type of openShop() accepts only stores with the `tx` of the embedded store. The handler of this shop
    // does not use `tx`.
    shop = await openShop({ store: postgresStore({ pool }) as never });
    await shop.checkout.ready;
    return { tamper: (text) => pool.query(text) };
  },
};

async function payOrders(orders: readonly string[]): Promise<string[]> {
  const references: string[] = [];
  for (const order of orders) {
    const payment = await shop.startPayment({ order });
    shop.sandbox.decide(payment.transactionNumber, 'approve');
    references.push(payment.reference);
  }
  await waitForFulfillments(shop, orders.length);
  // The transaction ends after the call of `onPaid`.
  const countDone = async () => (await shop.checkout.payments.list({ fulfillments: ['done'] })).length;
  await expect.poll(countDone).toBe(orders.length);
  return references;
}

describe.each(Object.entries(stores))('audit of the %s store', (_name, open) => {
  it('an audit reads the kind of a timeline entry, not its text', async () => {
    const { tamper } = await open();
    const [reference] = await payOrders(['A1']);
    await tamper("update pgw_notes set text = 'Auftrag ausgeführt.'");
    expect((await shop.checkout.operator.audits.run()).findings).toEqual([]);
    await tamper("update pgw_notes set kind = 'hook-succeeded' where kind = 'order-fulfilled'");
    expect((await shop.checkout.operator.audits.run()).findings).toEqual([
      { code: 'fulfilled-without-note', references: [reference] },
    ]);
  });

  it('if every fulfilled payment has its note and has reserved its order, an audit passes, and an event and health report its success', async () => {
    await open();
    await payOrders(['A1', 'A2', 'A3']);
    const audit = await shop.checkout.operator.audits.run();
    expect(audit).toMatchObject({ checked: 3, findings: [] });
    expect(shop.eventsNamed('audit-passed')).toHaveLength(1);
    expect(await shop.checkout.health()).toMatchObject({ status: 'ok', lastAuditAt: audit.at });
  });

  it('an audit finds a fulfillment without a note, an order with two fulfillments, and a callback without a payment', async () => {
    const { tamper } = await open();
    const [first = '', second = '', third = ''] = await payOrders(['A1', 'A2', 'A3']);
    await tamper(`delete from pgw_notes where reference_key = '${first.toLowerCase()}'`);
    await tamper(`update pgw_payments set order_id = 'A1', ordinal = 2 where reference = '${second}'`);
    await tamper(
      `update pgw_callbacks set reference_key = 'nowhere' where reference_key = '${third.toLowerCase()}'`,
    );
    const { findings } = await shop.checkout.operator.audits.run();
    expect(findings).toEqual([
      { code: 'fulfilled-without-note', references: [first] },
      { code: 'order-fulfilled-twice', references: [second] },
      { code: 'callback-without-payment', references: ['nowhere'] },
    ]);
    expect(shop.eventsNamed('audit-failed')).toMatchObject([{ level: 'error', checked: 3, findings }]);
    const { status, problems } = await shop.checkout.health();
    expect([status, problems.map(({ code }) => code)]).toEqual(['degraded', ['audit-failed']]);
    const laterAudit = await shop.checkout.operator.audits.run({ since: Date.now() + 60_000 });
    expect(laterAudit).toMatchObject({ checked: 0, findings: [], isShortened: false });
  });

  it('an audit checks only payments that are newer than the retention of the timeline, because older notes are deleted', async () => {
    const { tamper } = await open();
    await payOrders(['A1']);
    // The payment is older than the retention, and the notes of its timeline were deleted.
    await tamper('update pgw_payments set created_at = 1000');
    await tamper('delete from pgw_notes');
    const startedAt = Date.now();
    const audit = await shop.checkout.operator.audits.run({ since: 0 });
    expect(audit).toMatchObject({ checked: 0, findings: [], isShortened: true });
    expect(audit.since).toBeGreaterThanOrEqual(startedAt - retentionDays * 86_400_000);
  });
});

it('an audit returns at most 100 references of callbacks without a payment', async () => {
  shop = await openShop();
  const store = memoryStore();
  await store.open();
  const now = Date.now();
  const callback = {
    transactionNumber: 'T1',
    status: gatewayStatus.success,
    rawBody: '{}',
    signature: 's',
    receivedAt: now,
  };
  // 60 callbacks that are stored, and 60 transactions that only the gateway has.
  for (let number = 0; number < 60; number += 1) {
    await store.insertCallback({ ...callback, reference: `STORED-${number}` }, now);
    await store.insert('unknownTransaction', {
      transactionNumber: `T-${number}`,
      reference: `UNKNOWN-${number}`,
      orderPrefix: 'A1',
      source: 'callback',
      amount: 100,
      currencyCode: 'MYR',
      status: gatewayStatus.success,
      rawBody: '{}',
      seenAt: now,
    });
  }
  const context = { store, now: Date.now, emit: () => undefined } as unknown as PaymentContext;
  const { findings } = await new Auditor(context, retentionDays).audit();
  expect(findings).toMatchObject([{ code: 'callback-without-payment' }]);
  expect(findings[0]?.references).toHaveLength(100);
  await store.close();
});

it('an audit runs with the first sweep and then every hour', async () => {
  const hourMs = 3_600_000;
  let now = Date.now();
  shop = await openShop({ sweepIntervalMs: 10, now: () => now });
  const countAudits = () => shop.eventsNamed('audit-passed').length;
  await expect.poll(countAudits).toBe(1);
  now += hourMs - 1_000;
  const { lastSweepAt } = await shop.checkout.health();
  await expect.poll(async () => (await shop.checkout.health()).lastSweepAt).not.toBe(lastSweepAt);
  expect(countAudits()).toBe(1);
  now += 2_000;
  await expect.poll(countAudits).toBe(2);
});
