import { PgwError } from '@pgw/protocol';
import type { DecideOptions, Payment, ScenarioName } from '@pgw/sandbox';
import { choose, type ActionName, type LateMovement, type PlannedOrder, type Step } from './plan.ts';
import { acceptDiscrepancy, resolveReview } from './decide-discrepancy.ts';
import { resolveOperations } from './resolve.ts';
import type { Round } from './round.ts';

type Action = (round: Round, step: Step) => Promise<unknown> | void;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const pauses = [5 * second, 25 * second, 61 * second, 61 * second, 6 * minute, hour, 13 * hour, day, 8 * day];

/** Endpoints whose requests and responses may be lost. */
const endpoints = [
  'requestPayment',
  'refundPayment',
  'refundPayment',
  'processPayment',
  'payout',
  'queryPayment',
  'queryRefund',
] as const;

const refundScenarios: readonly ScenarioName[] = [
  'refund-processing',
  'refund-failed',
  'refund-fails-later',
  'refund-with-charges',
  'refund-reversed',
  'refund-voided',
  'refund-unavailable',
  'refund-timeout',
  'refund-timeout-unprocessed',
];

/** The channel of the sandbox whose refunds cannot be queried. Only callbacks report its partial refunds. */
const channelWithoutQueries = 6;
const bankId = 'BSERI01';
const channelWithBanks = 2;

/** What a step does. The values of the step decide the details. */
export const actions: Readonly<Record<ActionName, Action>> = {
  pay: async ({ shop, attemptPrefix }, { order, number, values: [channel] }) => {
    const channelId = choose(order.channelIds, channel);
    await shop.post('/pgw/payments', {
      order: order.id,
      channelId,
      ...(channelId === channelWithBanks && { bankId }),
      shownAmount: order.amount,
      shownCurrencyCode: order.currencyCode,
      attempt: `attempt-${attemptPrefix}-${number}`,
    });
  },
  decide: (round, step) => {
    const [which, outcome] = step.values;
    const pending = findPayments(round, step.order).filter(({ status }) => status === 0);
    const payment = choose(pending, which);
    if (payment === undefined) return;
    const isCard = payment.channelId === 4;
    const outcomes = ['approve', 'approve', 'approve', 'approve', 'decline', 'cancel', 'expire'] as const;
    const chosen = isCard && outcome < 0.6 ? 'authorize' : choose(outcomes, outcome);
    round.sandbox.decide(payment.transactionNumber, chosen ?? 'approve', chooseCallback(round, step));
  },
  refund: async (round, step) => {
    const payment = choosePayment(round, step);
    if (payment === undefined) return;
    const { referenceCode: reference } = payment;
    await round.callOffice({ call: 'refund', id: createId(round, step), reference, ...chooseAmount(step) });
  },
  'refund-elsewhere': (round, step) => {
    const payment = choosePayment(round, step);
    if (payment === undefined) return;
    const { transactionNumber, channelId } = payment;
    const options = chooseCallback(round, step, channelId === channelWithoutQueries);
    round.sandbox.refundPayment(transactionNumber, { ...chooseAmount(step), ...options });
  },
  'change-refund': (round, step) => {
    const [, which, status] = step.values;
    const refunds = findPayments(round, step.order).flatMap(({ transactionNumber, channelId }) =>
      round.sandbox.listRefunds(transactionNumber).map((refund) => ({ ...refund, channelId })),
    );
    const refund = choose(refunds, which);
    if (refund === undefined) return;
    const options = chooseCallback(round, step, refund.channelId === channelWithoutQueries);
    const first = choose([11, 13, 16, 17, 18, 12], status) ?? 11;
    // Only some changes are allowed.
    [first, 17, 11, 13].some((next) => round.sandbox.decideRefund(refund.refundNumber, next, options));
  },
  capture: async (round, step) => {
    const payment = choosePayment(round, step, 9);
    if (payment === undefined) return;
    const { referenceCode: reference } = payment;
    const id = createId(round, step);
    const isLast = step.values[2] < 0.3;
    await round.callOffice({ call: 'capture', id, reference, isLast, ...chooseAmount(step) });
  },
  'capture-elsewhere': (round, step) => {
    const payment = choosePayment(round, step, 9);
    if (payment === undefined) return;
    const isLast = step.values[2] < 0.5;
    const options = { isLast, ...chooseAmount(step), ...chooseCallback(round, step) };
    const capture = round.sandbox.capturePayment(payment.transactionNumber, options);
    if (capture !== undefined) round.capturedElsewhere.add(payment.referenceCode.toUpperCase());
  },
  'end-authorization': (round, step) => {
    const payment = choosePayment(round, step, 9);
    const end = step.values[1] < 0.5 ? 'void' : 'expire';
    if (payment !== undefined)
      round.sandbox.endAuthorization(payment.transactionNumber, end, chooseCallback(round, step));
  },
  'change-status': (round, step) => {
    const payment = choosePayment(round, step);
    const status = choose([1, 2, 3, 10, 1], step.values[1]) ?? 1;
    if (payment !== undefined)
      round.sandbox.changeStatus(payment.transactionNumber, status, chooseCallback(round, step));
  },
  payout: async (round, step) => {
    const { currencyCode, amount } = step.order;
    await round.callOffice({ call: 'payout', id: createId(round, step), amount, currencyCode });
  },
  'payout-elsewhere': async (round, step) => {
    const { id, currencyCode, amount } = step.order;
    const [collides] = step.values;
    // Some payouts have the reference of an order or of a payment.
    const references = [`ELSE-${step.number}`, id, findPayments(round, step.order)[0]?.referenceCode ?? id];
    const referenceCode = choose(references, collides) ?? id;
    await round.payoutElsewhere({ referenceCode, currencyCode, amount });
  },
  'decide-payout': (round, { values: [which, outcome, callback] }) => {
    const payouts = round.sandbox.listPayouts().filter(({ status }) => status === 0);
    const payout = choose(payouts, which);
    if (payout === undefined) return;
    const isOwn = payout.referenceCode.startsWith('PO-');
    round.sandbox.decidePayout(payout.transactionNumber, outcome < 0.7 ? 'approve' : 'reject', {
      callback: isOwn && callback < 0.3 ? 'never' : 'now',
    });
  },
  'write-decimals': ({ sandbox }) => sandbox.scenario('decimal-amounts'),
  'lose-request': ({ sandbox }, { values: [what, where, times] }) => {
    const endpoint = choose(endpoints, where) ?? 'refundPayment';
    sandbox.scenario(what < 0.4 ? 'request-lost' : 'response-lost', { endpoint, times: times < 0.7 ? 1 : 4 });
  },
  'set-refund-scenario': ({ sandbox }, { values: [which] }) =>
    sandbox.scenario(choose(refundScenarios, which) ?? 'refund-processing', { times: 1 }),
  advance: async (round, { values: [pause] }) => {
    round.sandbox.scenario('decimal-amounts', false);
    await round.advance(choose(pauses, pause) ?? minute);
  },
  sweep: (round) => round.callOffice({ call: 'sweep' }),
  reconcile: (round) => round.callOffice({ call: 'reconcile', since: 0 }),
  resolve: (round) => resolveOperations(round),
  'resolve-review': resolveReview,
  accept: acceptDiscrepancy,
};

/** Runs the action of a step. A refusal by the gateway or by the shop is a valid result. */
export async function runAction(round: Round, step: Step): Promise<void> {
  try {
    await actions[step.action](round, step);
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
  }
}

/**
 * Moves the money of a paid order at the gateway without a callback. Returns false if the order is not paid, for example because
 * the process of the shop was just killed.
 */
export function moveElsewhere(round: Round, { order, kind }: LateMovement): boolean {
  const [payment] = findPayments(round, order).filter(({ status }) => status === 1);
  if (payment === undefined) return false;
  const { transactionNumber, amount } = payment;
  const callback = 'never';
  if (kind === 'charge-back') return round.sandbox.changeStatus(transactionNumber, 2, { callback });
  const part = kind === 'partial-refund' ? { amount: Math.ceil(amount / 5) } : {};
  round.sandbox.refundPayment(transactionNumber, { ...part, callback });
  return true;
}

/** The payments of an order at the gateway, newest first. */
function findPayments({ sandbox }: Round, order: PlannedOrder): Payment[] {
  return sandbox.listPayments(1_000).filter(({ referenceCode }) => referenceCode.startsWith(`${order.id}-`));
}

/** Chooses a payment of the order. If none has this status, chooses one of any order that has it. */
function choosePayment(round: Round, step: Step, status = 1): Payment | undefined {
  const hasStatus = (payment: Payment): boolean => payment.status === status;
  const own = findPayments(round, step.order);
  const preferred = own.filter(hasStatus);
  if (preferred.length > 0) return choose(preferred, step.values[0]);
  const others = round.sandbox.listPayments(1_000).filter(hasStatus);
  return choose(others.length > 0 ? others : own, step.values[0]);
}

/** The whole remaining amount, or a part of the amount of the order. */
function chooseAmount({ order, values: [, part, whole] }: Step): { readonly amount?: number } {
  return whole < 0.3 ? {} : { amount: Math.max(1, Math.round(order.amount * part)) };
}

/** When the callback is sent. A callback that must arrive is sent late at worst. */
function chooseCallback({ plan }: Round, { values }: Step, mustArrive = false): DecideOptions {
  const mayBeLost = plan.losesCallbacks && !mustArrive;
  const modes = ['now', 'now', 'now', 'twice', 'late', mayBeLost ? 'never' : 'now'] as const;
  return { callback: choose(modes, (values[2] * 7.3) % 1) ?? 'now' };
}

/** The id of an operation. */
function createId({ attemptPrefix }: Round, { number, action }: Step): string {
  return `${action}-${attemptPrefix}-${number}`;
}
