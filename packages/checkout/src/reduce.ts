import { reduceBanks } from './reduce-banks.ts';
import { reducePaying } from './reduce-paying.ts';
import type { CheckoutEvent, CheckoutState } from './state.ts';

/** The state after an event. An event that does not belong to the phase changes nothing: a late answer is ignored here. */
export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the rest is the next reducer's
  switch (event.type) {
    case 'banks':
    case 'search':
    case 'choose-category':
    case 'choose-bank':
      return reduceBanks(state, event);
    default:
      return reducePaying(state, event);
  }
}
