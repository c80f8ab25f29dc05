import type { CheckoutEvent, EventNamed } from '@pgw/express';

/** True for the event of a payment that `onPaid` has fulfilled. */
export function isFulfillment(event: CheckoutEvent): event is EventNamed<'hook-succeeded'> {
  return event.event === 'hook-succeeded' && event.hook === 'onPaid';
}
