import type { FireEvent } from '../element/events.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

interface PageEventOptions {
  readonly order: string;
  readonly fire: FireEvent;
}

/** Fires the events for the page after a change of the state: `pgw-ready`, `pgw-result` and `pgw-change`. */
export function fireEvents(
  before: CheckoutState,
  { phase, channelId, bankId, session, declinedPayment }: CheckoutState,
  { order, fire }: PageEventOptions,
): void {
  if (phase.name === 'choosing' && before.phase.name === 'loading')
    fire('pgw-ready', { order, channels: session?.channels.length ?? 0 });
  const stateBefore = before.phase.name === 'result' ? before.phase.payment.state : null;
  if (phase.name === 'result' && phase.payment.state !== stateBefore)
    fire('pgw-result', { reference: phase.payment.reference, state: phase.payment.state });
  if (declinedPayment !== null && declinedPayment !== before.declinedPayment)
    fire('pgw-result', { reference: declinedPayment.reference, state: declinedPayment.state });
  if (channelId !== before.channelId || bankId !== before.bankId) fire('pgw-change', { channelId, bankId });
}
