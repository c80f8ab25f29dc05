import { deliver, isAcknowledged, Sender, signCallback } from '../gateway/callbacks.ts';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { openGateway, type StubGateway, type Transaction } from '../gateway/gateway.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import { withChosenPostgres } from '../postgres.ts';
import { createRandom } from '../random.ts';
import { startFleet } from '../shop/fleet.ts';
import { createLedger, openStorage, queryRows, type StorageSettings } from '../shop/storage.ts';

const processes = 3;

export const twoPayments: TortureCommand = {
  sentence:
    'When two payments of one order are paid at the same time, one is fulfilled and the other is withheld.',
  flags: ['orders', 'copies', 'pooler', 'isolation'],
  run: (options) => withChosenPostgres(options, (storage) => payOrdersTwice(storage, options)),
};

/** Returns the id of the n-th order. Its payments are 2n and 2n + 1. */
function createOrderId(n: number): string {
  return `order-${String(n).padStart(6, '0')}`;
}

async function payOrdersTwice(storage: StorageSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const orders = size('orders', { long: 1_000, short: 20 });
  const copies = size('copies', { long: 3, short: 2 });
  const random = createRandom(seed);
  const gateway = await openGateway();
  const sender = new Sender();
  const transactions = await prepareOrders(storage, gateway, orders);
  const fleet = await startFleet(
    {
      storage,
      ledger: { kind: 'tx' },
      handlerMs: 1,
      gatewayUrl: gateway.url,
      sweepIntervalMs: 200,
      queriesPerSecond: 1_000,
    },
    processes,
  );
  const violations = new Violations();
  try {
    log(`${orders} orders with two payments each, both paid; ${copies} copies of every callback.`);
    // The callbacks of one order are sent one after the other, in random order.
    const callbacks = transactions.flatMap((pair) =>
      random.shuffled(pair.flatMap((one) => Array.from({ length: copies }, () => signCallback(one)))),
    );
    let acknowledged = 0;
    await deliver({
      callbacks,
      sender,
      urls: fleet.urls,
      concurrency: 32,
      pick: (urls) => random.pick(urls),
      onResponse: (_callback, response) => {
        if (response !== undefined && isAcknowledged(response)) acknowledged += 1;
      },
    });
    await waitUntilSettled(storage, orders * 2);
    return await createReport(storage, { orders, acknowledged, violations });
  } finally {
    await fleet.close();
    await sender.close();
    await gateway.close();
  }
}

async function prepareOrders(
  storage: StorageSettings,
  gateway: StubGateway,
  orders: number,
): Promise<(readonly Transaction[])[]> {
  await createLedger(storage);
  const { store, close } = await openStorage(storage, { kind: 'tx' });
  await store.open();
  const pairs: (readonly Transaction[])[] = [];
  for (let n = 0; n < orders; n += 1) {
    const pair = [createTransaction(2 * n), createTransaction(2 * n + 1)];
    for (const [index, transaction] of pair.entries()) {
      gateway.put(transaction);
      const payment = createOpenPayment(transaction, { orderId: createOrderId(n), ordinal: index + 1 });
      await store.insert('payment', { payment, note: createNote(transaction.reference) });
    }
    pairs.push(pair);
  }
  await store.close();
  await close();
  return pairs;
}

/**
 * Waits until every payment is fulfilled or withheld, for at most a minute. {@link createReport} reports other
 * payments.
 */
async function waitUntilSettled(storage: StorageSettings, payments: number): Promise<void> {
  const sql = "select count(*) as synced from pgw_payments where fulfillment_state in ('done', 'withheld')";
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const [row] = await queryRows(storage, sql);
    if (Number(row?.['synced']) >= payments) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function createReport(
  storage: StorageSettings,
  {
    orders,
    acknowledged,
    violations,
  }: { readonly orders: number; readonly acknowledged: number; readonly violations: Violations },
): Promise<Report> {
  const rows = await queryRows(
    storage,
    'select p.order_id as order_id, ' +
      "sum(case when p.fulfillment_state = 'done' then 1 else 0 end) as fulfilled, " +
      "sum(case when p.fulfillment_state = 'withheld' then 1 else 0 end) as withheld, " +
      "sum(case when p.state = 'paid' then 1 else 0 end) as paid, " +
      '(select count(*) from torture_ledger l join pgw_payments q on q.reference = l.reference where q.order_id = p.order_id) as effects ' +
      'from pgw_payments p group by p.order_id',
  );
  for (const row of rows) {
    const [paid, fulfilled, withheld, effects] = ['paid', 'fulfilled', 'withheld', 'effects'].map((name) =>
      Number(row[name]),
    );
    const order = String(row['order_id']);
    if (paid !== 2) violations.add('an order does not have two paid payments', `${order}: ${paid}`);
    if (effects !== 1) violations.add('not exactly one effect for an order', `${order}: ${effects}`);
    if (fulfilled !== 1)
      violations.add('not exactly one fulfilled payment for an order', `${order}: ${fulfilled}`);
    if (withheld !== 1) violations.add('the other payment is not withheld', `${order}: ${withheld}`);
  }
  if (rows.length !== orders) violations.add('an order is missing', `${rows.length} of ${orders}`);
  return {
    figures: {
      'orders that were paid twice': orders,
      'callbacks acknowledged': acknowledged,
      'orders with one effect': rows.filter((row) => Number(row['effects']) === 1).length,
      'payments withheld': rows.reduce((sum, row) => sum + Number(row['withheld']), 0),
    },
    failures: violations.sentences(),
  };
}
