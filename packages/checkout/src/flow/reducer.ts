import { reduceChannels, reduceInput, type ChannelEvent } from '../channels/index.ts';
import { reducePay, type PayEvent } from '../pay/index.ts';
import { reduceResult, type ResultEvent } from '../result/index.ts';
import type { CheckoutState, InputEvent } from '../state/checkout-state.ts';
import { reduceSession, type SessionEvent } from './session-reducer.ts';

/** The events that change the state. */
export type CheckoutAction = SessionEvent | ChannelEvent | InputEvent | PayEvent | ResultEvent;

/** Returns the state after an event. The compiler reports an event that `reduceInput` does not know. */
export function reduce(state: CheckoutState, event: CheckoutAction): CheckoutState {
  // oxlint-disable-next-line switch-exhaustiveness-check -- the other events are the kinds' own
  switch (event.type) {
    case 'load':
    case 'load-slow':
    case 'loaded':
    case 'refreshed':
    case 'load-failed':
    case 'seconds-left':
    case 'focused':
      return reduceSession(state, event);
    case 'choose-channel':
    case 'fold':
      return reduceChannels(state, event);
    case 'pay':
    case 'pay-slow':
    case 'notice-expired':
    case 'redirect-help':
    case 'continue':
    case 'phone':
    case 'total-changed':
    case 'started':
    case 'refused':
    case 'response-lost':
    case 'payment-not-found':
    case 'payment-found':
    case 'card-declined':
      return reducePay(state, event);
    case 'result':
    case 'retry':
    case 'choose-another':
      return reduceResult(state, event);
    default:
      return reduceInput(state, event);
  }
}
