import { setTimeout as wait } from 'node:timers/promises';
import { normalizeReference } from '@pgw/protocol';
import { Sender, signCallback } from '../gateway/callbacks.ts';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { openGateway, type StubGateway } from '../gateway/gateway.ts';
import { readEffects } from '../shop/outcomes.ts';
import { withPostgres } from '../postgres.ts';
import { openProxy, type Cut, type Proxy } from '../network/proxy.ts';
import { openShop, usualSettings, type Shop } from '../shop/shop.ts';
import { createLedger, queryRows, type StorageSettings } from '../shop/storage.ts';
import { pressPay } from '../shop/shopper.ts';

/** A shop with its own proxy to the gateway. All workers share the gateway and the database. */
interface Worker {
  readonly shop: Shop;
  readonly proxy: Proxy;
}

export const cut: TortureCommand = {
  sentence:
    'When the gateway connection breaks at any byte of a start, no payment is created twice. The order is paid exactly once.',
  flags: ['every', 'workers'],
  run: (options) => withPostgres((storage) => runCuts(storage, options)),
};

async function runCuts(storage: StorageSettings, { size, log }: RunOptions): Promise<Report> {
  const bytesBetweenCuts = size('every', { long: 1, short: 90 });
  const workerCount = size('workers', { long: 6, short: 4 });
  const violations = new Violations();
  const gateway = await openGateway();
  const sender = new Sender();
  await createLedger(storage);
  const workers = await Promise.all(Array.from({ length: workerCount }, () => openWorker(storage, gateway)));
  try {
    const exchange = await measureExchange(workers[0]);
    const cuts = [
      ...createCuts('request', exchange.request, bytesBetweenCuts),
      ...createCuts('response', exchange.response, bytesBetweenCuts),
    ];
    log(`A start sends ${exchange.request} bytes and receives ${exchange.response}: ${cuts.length} cuts.`);
    const queue = cuts.entries();
    let presses = 0;
    const work = async (worker: Worker): Promise<void> => {
      for (const [n, plannedCut] of queue) {
        const order = createOrderId(n);
        const orderPresses = await payOneOrder({ worker, gateway, sender, violations, plannedCut, order });
        presses += orderPresses;
      }
    };
    await Promise.all(workers.map(work));
    await checkFulfillments(storage, { orderCount: cuts.length, gateway, violations });
    return {
      figures: {
        'bytes of a request': exchange.request,
        'bytes of its response': exchange.response,
        'orders, each with one cut': cuts.length,
        'presses of Pay': presses,
        // Without the transaction of `measureExchange`.
        'transactions at the gateway': gateway.opened.length - 1,
        'additional presses of Pay because of the cuts': presses - cuts.length,
      },
      failures: violations.sentences(),
    };
  } finally {
    for (const { shop, proxy } of workers) {
      await shop.close();
      await proxy.close();
    }
    await sender.close();
    await gateway.close();
  }
}

async function openWorker(storage: StorageSettings, gateway: StubGateway): Promise<Worker> {
  const proxy = await openProxy(gateway.url);
  return { proxy, shop: await openShop({ ...usualSettings, storage, gatewayUrl: proxy.url }) };
}

/** Measures the bytes of a request and its response without a cut. */
async function measureExchange(
  worker: Worker | undefined,
): Promise<{ readonly request: number; readonly response: number }> {
  if (worker === undefined) throw new RangeError('At least one worker is needed.');
  worker.proxy.armCut({ direction: 'response', afterBytes: Number.POSITIVE_INFINITY });
  await pressPay(worker.shop.url, { order: 'order-whole', attempt: 'attempt-whole' });
  return worker.proxy.forwardedBytes();
}

/** An order id with the length of `order-whole`, so that every request has the measured size. */
function createOrderId(n: number): string {
  return `order-${String(n).padStart(5, '0')}`;
}

function createCuts(direction: Cut['direction'], size: number, bytesBetweenCuts: number): Cut[] {
  const count = Math.floor(size / bytesBetweenCuts) + 1;
  return Array.from({ length: count }, (_, n) => ({ direction, afterBytes: n * bytesBetweenCuts }));
}

interface OneOrderOptions {
  readonly worker: Worker;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly violations: Violations;
  readonly plannedCut: Cut;
  readonly order: string;
}

const maxPresses = 5;

/**
 * A shopper presses Pay, repeats that after a failure, and pays at the redirect URL. Returns the number of
 * presses.
 */
async function payOneOrder({
  worker,
  gateway,
  sender,
  violations,
  plannedCut,
  order,
}: OneOrderOptions): Promise<number> {
  const { shop, proxy } = worker;
  const label = `${order}, ${plannedCut.direction} cut after ${plannedCut.afterBytes} bytes`;
  proxy.armCut(plannedCut);
  let attempt = `attempt-${order}-1`;
  for (let presses = 1; presses <= maxPresses; presses += 1) {
    const { redirectUrl, code } = await pressPay(shop.url, { order, attempt });
    if (redirectUrl !== undefined) {
      if (!proxy.hasCut()) violations.add('the cut was not made', label);
      await pay({ shop, gateway, sender, redirectUrl, violations, label });
      return presses;
    }
    // After a refusal, the next press is a new attempt. After an unknown outcome, the same attempt is
    // repeated.
    if (code !== 'outcome-unknown') attempt = `attempt-${order}-${presses + 1}`;
  }
  violations.add('the order could not be paid', label);
  return maxPresses;
}

interface PayOptions {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly redirectUrl: string;
  readonly violations: Violations;
  readonly label: string;
}

/** Makes the payment paid at the gateway, and sends its callback. */
async function pay({ shop, gateway, sender, redirectUrl, violations, label }: PayOptions): Promise<void> {
  const transactionNumber = redirectUrl.split('/').at(-1) ?? '';
  const transaction = gateway.find(transactionNumber);
  if (transaction === undefined) return violations.add('the redirect URL has no known transaction', label);
  const paid = { ...transaction, status: 1 };
  gateway.put(paid);
  for (let tries = 0; tries < 20; tries += 1) {
    const response = await sender.post(shop.url, signCallback(paid));
    if (response?.status === 200) return waitForFulfillment(shop, transaction.reference);
    await wait(20);
  }
  violations.add('the callback was not acknowledged', label);
}

/**
 * Waits for the fulfillment, so that the next cut does not break a query for this order. Runs a sweep after
 * every 20 tries.
 */
async function waitForFulfillment(shop: Shop, reference: string): Promise<void> {
  for (let tries = 1; tries <= 200; tries += 1) {
    if ((await shop.checkout.payments.get(reference))?.fulfillment.state === 'done') return;
    if (tries % 20 === 0) await shop.checkout.sweep();
    await wait(5);
  }
}

/** Checks that no reference has two transactions, and that every order was fulfilled once. */
async function checkFulfillments(
  storage: StorageSettings,
  {
    orderCount,
    gateway,
    violations,
  }: { readonly orderCount: number; readonly gateway: StubGateway; readonly violations: Violations },
): Promise<void> {
  const references = gateway.opened.map(({ reference }) => normalizeReference(reference));
  if (new Set(references).size !== references.length)
    violations.add('a reference has two transactions', 'see the list of opened transactions');
  const fulfillments = await countFulfillments(storage, orderCount);
  for (let n = 0; n < orderCount; n += 1) {
    const times = fulfillments.get(createOrderId(n)) ?? 0;
    if (times !== 1)
      violations.add('an order was not fulfilled exactly once', `${createOrderId(n)}: ${times}`);
  }
}

/**
 * Counts in the ledger how often each order was fulfilled. Waits up to ten seconds for the wanted number of
 * payments.
 */
async function countFulfillments(storage: StorageSettings, wanted: number): Promise<Map<string, number>> {
  const sql =
    'select p.order_id as order_id, count(*) as times from torture_ledger l ' +
    'join pgw_payments p on p.reference = l.reference group by p.order_id';
  for (let tries = 0; ; tries += 1) {
    const effects = await readEffects(storage);
    if (effects.size < wanted && tries < 100) {
      await wait(100);
      continue;
    }
    const rows = await queryRows(storage, sql);
    return new Map(rows.map((row) => [String(row['order_id']), Number(row['times'])]));
  }
}
