import { createOrderId } from '../shop/sandbox-connection.ts';
import type { Random } from '../random.ts';

/** The channels of the sandbox that take a currency. docs of the sandbox list their rules for refunds. */
const channelsByCurrency = {
  // Online banking, QR, card, wallets with and without refund queries, whole refunds only, and charges.
  MYR: [2, 3, 4, 4, 5, 6, 8, 10, 11],
  SGD: [4, 5, 7, 10],
  // A currency without decimals and one with three.
  JPY: [4, 10],
  KWD: [4, 10],
} as const;

export type CurrencyCode = keyof typeof channelsByCurrency;

const currencyCodes: readonly CurrencyCode[] = ['MYR', 'MYR', 'MYR', 'SGD', 'JPY', 'KWD'];

/** An order of a round, and what may happen to it. */
export interface PlannedOrder {
  readonly id: string;
  readonly currencyCode: CurrencyCode;
  /** Minor units. */
  readonly amount: number;
  readonly channelIds: readonly number[];
}

/** How often each action is chosen, in relation to the others. */
const weights = {
  pay: 6,
  decide: 8,
  refund: 10,
  'refund-elsewhere': 7,
  'change-refund': 8,
  capture: 7,
  'capture-elsewhere': 4,
  'end-authorization': 1,
  'change-status': 3,
  payout: 4,
  'payout-elsewhere': 1,
  'decide-payout': 4,
  'write-decimals': 2,
  'lose-request': 9,
  'set-refund-scenario': 5,
  advance: 10,
  sweep: 3,
  reconcile: 1,
  resolve: 2,
  'resolve-review': 3,
  accept: 2,
} as const;

export type ActionName = keyof typeof weights;

/** One step of a sequence. The values from 0 to 1 choose what the action does. */
export interface Step {
  readonly number: number;
  readonly order: PlannedOrder;
  readonly action: ActionName;
  readonly values: readonly [number, number, number];
  /** Set if the process of the shop is killed during the step. The connection to the gateway breaks first. */
  readonly kill?: { readonly direction: 'request' | 'response'; readonly afterBytes: number };
}

export interface Plan {
  readonly orders: readonly PlannedOrder[];
  readonly steps: readonly Step[];
  readonly secondPayment: 'report' | 'refund';
  /**
   * True if callbacks may be lost for good. The checkout must then find the differences when it compares the payments again.
   */
  readonly losesCallbacks: boolean;
  /** What happens elsewhere after the last step, in the order of the days. Its callbacks are lost. */
  readonly lateMovements: readonly LateMovement[];
}

/** The money of an order that is paid after the last step moves at the gateway, and the shop gets no callback. */
export interface LateMovement {
  readonly order: PlannedOrder;
  /** Days after the payment. */
  readonly day: number;
  readonly kind: 'partial-refund' | 'whole-refund' | 'charge-back';
}

/** One before each age at which the checkout compares payments: 1, 3, 7, 30 and 90 days. */
const movementDays = [0, 2, 5, 20, 60] as const;
/** Channels with refund queries and refunds in parts. */
const movementChannels = [2, 3, 5, 10] as const;
const movementKinds = ['partial-refund', 'whole-refund', 'charge-back'] as const;

export interface PlanOptions {
  readonly sequences: number;
  readonly stepsPerSequence: number;
  readonly kills: number;
}

const actions: readonly ActionName[] = Object.entries(weights).flatMap(([name, weight]) =>
  // The names of `weights` are those of the actions.
  Array<ActionName>(weight).fill(name as ActionName),
);

/** The first actions of every sequence. */
const firstActions: readonly ActionName[] = ['pay', 'decide'];

/**
 * The steps after the first actions. In every run, the whole refund of a payment returns only the rest, because a part
 * was refunded elsewhere and its callback is late, and a paid payment is reversed. A short run might not contain them.
 */
const fixedSteps: readonly (Pick<Step, 'action' | 'values'> & { readonly orderNumber: number })[] = [
  { action: 'refund-elsewhere', orderNumber: 0, values: [0, 0.3, 0.52] },
  { action: 'refund', orderNumber: 0, values: [0, 0.5, 0.1] },
  { action: 'change-status', orderNumber: 1, values: [0, 0.3, 0] },
];

/** The channels of the orders with fixed steps. The first one has no refund queries. Their payments are approved. */
const fixedChannels: readonly number[] = [6, 2];

/** Plans a round: several sequences whose steps alternate. The same random source gives the same plan. */
export function createPlan(random: Random, { sequences, stepsPerSequence, kills }: PlanOptions): Plan {
  const orders = Array.from({ length: sequences }, (_, n) => createOrder(random, n));
  const count = sequences * stepsPerSequence;
  const killedSteps = new Set(Array.from({ length: kills }, () => random.below(count)));
  const steps = Array.from({ length: count }, (_, number): Step => {
    const randomStep = createStep(random, orders, number);
    const step = findFixedStep(orders, number, randomStep) ?? randomStep;
    if (!killedSteps.has(number)) return step;
    const direction = random.isOneIn(2) ? 'request' : 'response';
    return { ...step, kill: { direction, afterBytes: random.below(3_000) } };
  });
  const secondPayment = random.isOneIn(2) ? 'refund' : 'report';
  const losesCallbacks = random.isOneIn(2);
  const lateMovements = movementDays.flatMap((day, index) =>
    movementKinds.map((kind, ofDay): LateMovement => {
      const number = index * movementKinds.length + ofDay;
      const channelId = movementChannels[number % movementChannels.length];
      return { order: createOrder(random, sequences + number, channelId), day, kind };
    }),
  );
  return { orders, steps, secondPayment, losesCallbacks, lateMovements };
}

/** Every sequence begins with a payment and its outcome. */
function createStep(random: Random, orders: readonly PlannedOrder[], number: number): Step {
  const first = number < firstActions.length * orders.length ? orders[number % orders.length] : undefined;
  return {
    number,
    order: first ?? random.pick(orders),
    action: firstActions[Math.floor(number / orders.length)] ?? random.pick(actions),
    values: [random.next(), random.next(), random.next()],
  };
}

/** Returns the step that replaces a random one, if its order has fixed steps. */
function findFixedStep(
  orders: readonly PlannedOrder[],
  number: number,
  { order, action }: Step,
): Step | undefined {
  // The payment is approved, and its callback arrives at once.
  if (action === 'decide' && number < 2 * orders.length && orders.indexOf(order) < fixedChannels.length)
    return { number, order, action, values: [0, 0, 0] };
  const fixed = fixedSteps[number - firstActions.length * orders.length];
  const fixedOrder = fixed && orders[fixed.orderNumber];
  return fixed && fixedOrder && { number, order: fixedOrder, action: fixed.action, values: fixed.values };
}

function createOrder(random: Random, n: number, fixedChannel = fixedChannels[n]): PlannedOrder {
  const currencyCode = fixedChannel === undefined ? random.pick(currencyCodes) : 'MYR';
  const amount = 500 + random.below(9_000);
  const channelIds = fixedChannel === undefined ? channelsByCurrency[currencyCode] : [fixedChannel];
  return { id: createOrderId(currencyCode, amount, n), currencyCode, amount, channelIds };
}

/** Returns the item at a value from 0 to 1. */
export function choose<Item>(items: readonly Item[], value: number): Item | undefined {
  return items[Math.floor(value * items.length)];
}
