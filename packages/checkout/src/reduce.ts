import { reduceChoosing } from './reduce-choosing.ts';
import { reducePaying } from './reduce-paying.ts';
import type { CheckoutEvent, CheckoutState, PayingEvent } from './state.ts';

/** The state after an event. An event that does not belong to the phase changes nothing: a late answer is ignored here. */
export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  return isOfPaying(event) ? reducePaying(state, event) : reduceChoosing(state, event);
}

function isOfPaying(event: CheckoutEvent): event is PayingEvent {
  return event.type in ofPaying;
}

const ofPaying: Readonly<Record<PayingEvent['type'], true>> = {
  slow: true,
  started: true,
  help: true,
  'total-changed': true,
  refused: true,
  unsure: true,
  'nothing-found': true,
  found: true,
  'notice-over': true,
};
