import type { Store } from '@pgw/express/store';
import { signCallback, type SignedCallback } from '../gateway/callbacks.ts';
import type { StubGateway, Transaction } from '../gateway/gateway.ts';
import { createNote, createOpenPayment, createTransaction } from '../gateway/payments.ts';
import type { Random } from '../random.ts';
import type { OrderDesk } from './order-desk.ts';
import type { ItemState } from '../shop/stock.ts';

/**
 * What happens to an order: its payment is paid, fails, or fails and is paid late. Or its payment fails, and a second
 * payment of the order is started, which is paid or fails too.
 */
const fates = ['paid', 'failed', 'paid-late', 'second-paid', 'second-failed'] as const;

export type Fate = (typeof fates)[number];

/** The fates of ten orders. */
const fatesOfTenOrders: readonly Fate[] = [...fates, ...Array<Fate>(5).fill('paid')];

export function chooseFate(n: number): Fate {
  return fatesOfTenOrders[n % fatesOfTenOrders.length] ?? 'paid';
}

/** The gateway's status of the first payment of an order, before anything else happens. */
const firstStatus: Readonly<Record<Fate, number>> = {
  paid: 1,
  failed: 2,
  'paid-late': 2,
  'second-paid': 2,
  'second-failed': 2,
};

/** The final states of the item of an order. */
const lastItemStates: Readonly<Record<Fate, ItemState>> = {
  paid: 'sold',
  failed: 'released',
  'paid-late': 'sold',
  'second-paid': 'sold',
  'second-failed': 'released',
};

/** The final state of the item, and the number of payments that end as paid and as failed. */
export interface ExpectedEnd {
  readonly item: ItemState;
  /** The reference of the payment that ends as paid. */
  readonly paidReference: string | undefined;
  readonly failedPayments: number;
}

/** An order whose callbacks are sent in two parts. */
export interface OrderWithFate {
  readonly orderId: string;
  /** The first record of the gateway. */
  readonly first: Transaction;
  /** The second record: of the same payment, or of the second payment. Undefined if nothing else happens. */
  readonly second: Transaction | undefined;
  /** Writes the second record, and starts the second payment. Call it before the callback of `second` is sent. */
  readonly prepareSecond: () => Promise<void>;
  readonly end: ExpectedEnd;
}

export interface FateContext {
  readonly gateway: StubGateway;
  readonly desk: OrderDesk;
  readonly store: Store;
}

/** The first number of second payments. It is above every number of a first payment. */
const firstSecondNumber = 500_000_000;

/** Returns an order with one payment, which is paid. */
export function createPaidOrder(transaction: Transaction): OrderWithFate {
  const { reference } = transaction;
  return {
    orderId: createOpenPayment(transaction).orderId,
    first: transaction,
    second: undefined,
    prepareSecond: () => Promise.resolve(),
    end: { item: 'sold', paidReference: reference, failedPayments: 0 },
  };
}

/** Gives the n-th order of a run its fate, and writes the first status to the gateway. */
export function createOrderWithFate(
  { gateway, desk, store }: FateContext,
  transaction: Transaction,
  n: number,
): OrderWithFate {
  const fate = chooseFate(n);
  const { reference } = transaction;
  const { orderId } = createOpenPayment(transaction);
  const first = { ...transaction, status: firstStatus[fate] };
  gateway.put(first);
  const item = lastItemStates[fate];
  const status = item === 'sold' ? 1 : 2;
  if (fate === 'second-paid' || fate === 'second-failed') {
    const secondTransaction = createTransaction(firstSecondNumber + n, {
      reference: `${reference}-2`,
      amount: transaction.amount,
      status,
    });
    return {
      orderId,
      first,
      second: secondTransaction,
      prepareSecond: async () => {
        gateway.put(secondTransaction);
        await desk.holdAgain(orderId);
        const payment = createOpenPayment(secondTransaction, { orderId, ordinal: 2 });
        if (!(await store.insert('payment', { payment, note: createNote(secondTransaction.reference) })))
          throw new Error(`The second payment of ${orderId} was not stored.`);
      },
      end: {
        item,
        paidReference: status === 1 ? secondTransaction.reference : undefined,
        failedPayments: status === 1 ? 1 : 2,
      },
    };
  }
  const isPaidLate = fate === 'paid-late';
  const paidTransaction = { ...transaction, status: 1 };
  return {
    orderId,
    first,
    second: isPaidLate ? paidTransaction : undefined,
    prepareSecond: async () => gateway.put(paidTransaction),
    end: {
      item,
      paidReference: item === 'sold' ? reference : undefined,
      failedPayments: item === 'sold' ? 0 : 1,
    },
  };
}

/**
 * Returns the callbacks of orders in random order, with copies of some first callbacks. The second callback of an order
 * follows its first one.
 */
export function planCallbacks(
  orders: readonly OrderWithFate[],
  { random, copies }: { readonly random: Random; readonly copies: number },
): SignedCallback[] {
  const keyed: { readonly key: number; readonly callback: SignedCallback }[] = [];
  for (const { first, second, prepareSecond } of orders) {
    const key = random.next();
    keyed.push({ key, callback: signCallback(first) });
    if (second === undefined) continue;
    const callback = { ...signCallback(second), prepare: prepareSecond };
    keyed.push({ key: key + (1 - key) * random.next(), callback });
  }
  for (let n = 0; n < copies; n += 1)
    keyed.push({ key: random.next(), callback: signCallback(random.pick(orders).first) });
  return keyed.toSorted((a, b) => a.key - b.key).map(({ callback }) => callback);
}

/** What a run must end with. */
export interface ExpectedEnds {
  /** References of the payments that end as paid. */
  readonly paid: ReadonlySet<string>;
  readonly failedPayments: number;
  /** The final state of each item, by the id of its order. */
  readonly items: ReadonlyMap<string, ItemState>;
}

export function listExpectedEnds(orders: readonly OrderWithFate[]): ExpectedEnds {
  const ends = orders.map(({ end }) => end);
  return {
    paid: new Set(ends.flatMap(({ paidReference }) => (paidReference === undefined ? [] : [paidReference]))),
    failedPayments: ends.reduce((sum, { failedPayments }) => sum + failedPayments, 0),
    items: new Map(orders.map(({ orderId, end }) => [orderId, end.item])),
  };
}
