import { setTimeout as wait } from 'node:timers/promises';
import { foldReference } from '@pgw/protocol';
import { Sender, signedCallback } from './callbacks.ts';
import { Doubts, type Claim, type Report, type RunOptions } from './claim.ts';
import { openGateway, type StubGateway } from './gateway/gateway.ts';
import { effectsOf } from './outcomes.ts';
import { withPostgres } from './postgres.ts';
import { openProxy, type Cut, type Proxy } from './proxy.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { createLedger, rowsOf, type StorageSettings } from './shop/storage.ts';
import { press, type Pressed } from './shopper.ts';

/** A shop of its own behind a wire of its own; all of them share the gateway and the database. */
interface Lane {
  readonly shop: Shop;
  readonly proxy: Proxy;
}

export const cut: Claim = {
  sentence:
    'Wherever the connection to the gateway breaks while a payment is started, no payment is made twice, and the order is paid once in the end.',
  flags: ['every', 'lanes'],
  run: (options) => withPostgres((storage) => cuts(storage, options)),
};

async function cuts(storage: StorageSettings, { size, say }: RunOptions): Promise<Report> {
  const every = size('every', { long: 1, short: 90 });
  const laneCount = size('lanes', { long: 6, short: 4 });
  const doubts = new Doubts();
  const gateway = await openGateway();
  const sender = new Sender();
  await createLedger(storage);
  const lanes = await Promise.all(Array.from({ length: laneCount }, () => openLane(storage, gateway)));
  try {
    const whole = await wholeExchange(lanes[0]);
    const plan = [...offsets('request', whole.request, every), ...offsets('answer', whole.answer, every)];
    say(`A start sends ${whole.request} bytes and is answered with ${whole.answer}: ${plan.length} cuts.`);
    const waiting = plan.entries();
    let presses = 0;
    const work = async (lane: Lane): Promise<void> => {
      for (const [n, where] of waiting) {
        const pressed = await oneOrder({ lane, gateway, sender, doubts, where, order: orderOf(n) });
        presses += pressed;
      }
    };
    await Promise.all(lanes.map(work));
    await judge(storage, { plan, gateway, doubts });
    return {
      counted: {
        'bytes of a request': whole.request,
        'bytes of its answer': whole.answer,
        'orders, each with one cut': plan.length,
        'presses of Pay': presses,
        'transactions at the gateway': gateway.opened.length - 1,
        'cuts that the shopper noticed': presses - plan.length,
      },
      failures: doubts.sentences(),
    };
  } finally {
    for (const { shop, proxy } of lanes) {
      await shop.close();
      await proxy.close();
    }
    await sender.close();
    await gateway.close();
  }
}

async function openLane(storage: StorageSettings, gateway: StubGateway): Promise<Lane> {
  const proxy = await openProxy(gateway.url);
  const settings = {
    storage,
    ledger: { kind: 'tx' },
    handlerMs: 0,
    sweepIntervalMs: 0,
    asksPerSecond: 1_000,
  } as const;
  return { proxy, shop: await openShop({ ...settings, gatewayUrl: proxy.url }) };
}

/** The size of an exchange that nothing disturbs. */
async function wholeExchange(
  lane: Lane | undefined,
): Promise<{ readonly request: number; readonly answer: number }> {
  if (lane === undefined) throw new RangeError('At least one lane is needed.');
  lane.proxy.arm({ direction: 'answer', afterBytes: Number.POSITIVE_INFINITY });
  await press(lane.shop.url, { order: 'order-whole', attempt: 'attempt-whole' });
  return lane.proxy.passed();
}

/** As long as `order-whole`, so that every request has the size that was measured. */
function orderOf(n: number): string {
  return `order-${String(n).padStart(5, '0')}`;
}

function offsets(direction: Cut['direction'], size: number, every: number): Cut[] {
  const count = Math.floor(size / every) + 1;
  return Array.from({ length: count }, (_, n) => ({ direction, afterBytes: n * every }));
}

interface OneOrder {
  readonly lane: Lane;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly doubts: Doubts;
  readonly where: Cut;
  readonly order: string;
}

const mostPresses = 5;

/** A shopper presses Pay, again after a failure, and pays where the answer leads. Answers how often they pressed. */
async function oneOrder({ lane, gateway, sender, doubts, where, order }: OneOrder): Promise<number> {
  const { shop, proxy } = lane;
  const told = `${order}, ${where.direction} cut after ${where.afterBytes} bytes`;
  proxy.arm(where);
  let attempt = `attempt-${order}-1`;
  for (let presses = 1; presses <= mostPresses; presses += 1) {
    const pressed = await press(shop.url, { order, attempt });
    if (pressed.redirectUrl !== undefined) {
      if (!proxy.hasCut()) doubts.add('the cut was not made', told);
      await pay({ shop, gateway, sender, pressed, doubts, told });
      return presses;
    }
    // A press that is over is followed by another one, with an attempt of its own; one that is unsettled is repeated.
    if (pressed.code !== 'outcome-unknown') attempt = `attempt-${order}-${presses + 1}`;
  }
  doubts.add('the order could not be paid', told);
  return mostPresses;
}

/** Pays at the gateway's page, and has the gateway call back. */
async function pay(at: {
  readonly shop: Shop;
  readonly gateway: StubGateway;
  readonly sender: Sender;
  readonly pressed: Pressed;
  readonly doubts: Doubts;
  readonly told: string;
}): Promise<void> {
  const { shop, gateway, sender, pressed, doubts, told } = at;
  const transactionNumber = pressed.redirectUrl?.split('/').at(-1) ?? '';
  const transaction = gateway.find(transactionNumber);
  if (transaction === undefined) return doubts.add('the shopper was sent to nowhere', told);
  const paid = { ...transaction, status: 1 };
  gateway.put(paid);
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await sender.post(shop.url, signedCallback(paid));
    if (answer?.status === 200) return isFulfilled(shop, transaction.reference);
    await wait(20);
  }
  doubts.add('the callback was not taken', told);
}

/** Waits for the fulfilment, so that the next cut does not hit this order's question; the sweep does what was left. */
async function isFulfilled(shop: Shop, reference: string): Promise<void> {
  for (let tries = 1; tries <= 200; tries += 1) {
    if ((await shop.checkout.payments.find(reference))?.fulfilment.state === 'done') return;
    if (tries % 20 === 0) await shop.checkout.payments.sweep();
    await wait(5);
  }
}

async function judge(
  storage: StorageSettings,
  {
    plan,
    gateway,
    doubts,
  }: { readonly plan: readonly Cut[]; readonly gateway: StubGateway; readonly doubts: Doubts },
): Promise<void> {
  const references = gateway.opened.map(({ reference }) => foldReference(reference));
  if (new Set(references).size !== references.length)
    doubts.add('a reference has two transactions', 'see the ledger');
  const ordersPaid = await ordersFulfilled(storage, plan.length);
  for (const n of plan.keys()) {
    const times = ordersPaid.get(orderOf(n)) ?? 0;
    if (times !== 1) doubts.add('an order was not fulfilled exactly once', `${orderOf(n)}: ${times}`);
  }
}

/** How often each order was fulfilled, by the ledger; waits until as many as wanted are. */
async function ordersFulfilled(storage: StorageSettings, wanted: number): Promise<Map<string, number>> {
  const sql =
    'select p.order_id as order_id, count(*) as times from torture_ledger l ' +
    'join pgw_payments p on p.reference = l.reference group by p.order_id';
  for (let tries = 0; ; tries += 1) {
    const effects = await effectsOf(storage);
    if (effects.size < wanted && tries < 100) {
      await wait(100);
      continue;
    }
    const rows = await rowsOf(storage, sql);
    return new Map(rows.map((row) => [String(row['order_id']), Number(row['times'])]));
  }
}
