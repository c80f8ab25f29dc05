import { hasOrder, type PaymentOrStatus } from '../api/payments.ts';
import { withPreviousChoice, withSession } from '../channels/index.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

export type ResultEvent =
  | { readonly type: 'result'; readonly payment: PaymentOrStatus }
  /** Shows the list again. `retry` keeps the choice of the shown payment, `choose-another` clears it. */
  | { readonly type: 'retry' | 'choose-another' };

/** Handles the events of the outcome screens. */
export function reduceResult(state: CheckoutState, event: ResultEvent): CheckoutState {
  switch (event.type) {
    case 'result':
      return withPayment(state, event.payment);
    case 'retry':
    case 'choose-another':
      return returnToList(state, event.type === 'retry');
  }
}

function returnToList(state: CheckoutState, isRetry: boolean): CheckoutState {
  const { phase } = state;
  if (state.session === null) return state;
  const session = { ...state.session, openPayment: null };
  const next = { ...state, notice: null, invalid: null };
  if (isRetry && 'payment' in phase) return withPreviousChoice(next, session, phase.payment);
  return withSession({ ...next, channelId: null, bankId: null }, session, { isUserInitiated: true });
}

function withPayment(state: CheckoutState, update: PaymentOrStatus): CheckoutState {
  const { phase } = state;
  const shownPayment = 'payment' in phase ? phase.payment : null;
  // Without the cookie of the payment, the server sends only a new state of the payment that is shown.
  const payment = hasOrder(update) ? update : shownPayment && { ...shownPayment, ...update, reason: null };
  if (payment === null) return state;
  // The QR code is shown while the payment is pending.
  if (phase.name === 'phone' && payment.state === 'pending')
    return { ...state, phase: { ...phase, payment, isChecking: false } };
  // The focus moves only if the payment has a new state.
  const isNew = phase.name !== 'result' || phase.payment.state !== payment.state;
  return { ...state, phase: { name: 'result', payment }, focus: isNew ? 'title' : state.focus };
}
