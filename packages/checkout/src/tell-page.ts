import type { CheckoutOptions } from './controllers/checkout-options.ts';
import type { CheckoutState } from './state.ts';

/** Tells the page what it may want to know of a change: the choice, and the server's word on a payment. */
export function tellPage(before: CheckoutState, after: CheckoutState, fire: CheckoutOptions['fire']): void {
  const { channelId, bankId, phase } = after;
  if (channelId !== before.channelId || bankId !== before.bankId) {
    fire('pgw-change', { channelId, bankId });
  }
  const was = before.phase.name === 'result' ? before.phase.payment.state : null;
  if (phase.name === 'result' && phase.payment.state !== was) {
    const { reference, state } = phase.payment;
    fire('pgw-result', { reference, state });
  }
}
