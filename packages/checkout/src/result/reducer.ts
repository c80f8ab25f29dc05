import { hasOrder, type PaymentOrStatus } from '../api/payments.ts';
import { withPreviousChoice, withSession } from '../channels/index.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

export type ResultEvent =
  | ResultOfPayment
  /** Shows the list again. `retry` keeps the choice of the shown payment, `choose-another` clears it. */
  | { readonly type: 'retry' | 'choose-another' };

interface ResultOfPayment {
  readonly type: 'result';
  readonly payment: PaymentOrStatus;
  /** `poll`: a new response about the shown payment. `refusal`: Pay was refused, because this payment has paid the order. */
  readonly source?: 'poll' | 'refusal';
}

/** Handles the events of the outcome screens. */
export function reduceResult(state: CheckoutState, event: ResultEvent): CheckoutState {
  switch (event.type) {
    case 'result':
      return withPayment(state, event);
    case 'retry':
    case 'choose-another':
      return returnToList(state, event.type === 'retry');
  }
}

function returnToList(state: CheckoutState, isRetry: boolean): CheckoutState {
  const { phase } = state;
  if (state.session === null) return state;
  const session = { ...state.session, openPayment: null };
  const payment = 'payment' in phase ? phase.payment : null;
  // A pending payment that is started again is the same payment.
  const isReplaced = payment !== null && !(isRetry && payment.state === 'pending');
  const replaced = isReplaced ? payment.reference : state.replaced;
  const next = { ...state, replaced, notice: null, invalid: null };
  if (isRetry && payment !== null) return withPreviousChoice(next, session, payment);
  return withSession({ ...next, channelId: null, bankId: null }, session, {
    isUserInitiated: true,
  });
}

function withPayment(state: CheckoutState, { payment: update, source }: ResultOfPayment): CheckoutState {
  const { phase } = state;
  const shownPayment = 'payment' in phase ? phase.payment : null;
  // Without the cookie of the payment, the server sends only a new state of the payment that is shown.
  const payment = hasOrder(update) ? update : shownPayment && { ...shownPayment, ...update, reason: null };
  // Another payment may be shown since the request.
  const isOutdated = source === 'poll' && shownPayment?.reference !== update.reference;
  if (payment === null || isOutdated) return state;
  // The QR code is shown while the payment is pending.
  if (phase.name === 'phone' && payment.state === 'pending')
    return { ...state, phase: { ...phase, payment, isChecking: false } };
  // The question whether the shopper has approved the payment stays until there is an outcome.
  if (phase.name === 'interrupted' && payment.state === 'pending' && source === 'poll')
    return { ...state, phase: { ...phase, payment } };
  // The focus moves only if the payment has a new state.
  const isNew = phase.name !== 'result' || phase.payment.state !== payment.state;
  const isEarlier = source === 'refusal' || (phase.name === 'result' && phase.isEarlier === true);
  return { ...state, phase: { name: 'result', payment, isEarlier }, focus: isNew ? 'title' : state.focus };
}
