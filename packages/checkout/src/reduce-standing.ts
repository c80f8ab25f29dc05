import { loaded, reduceChoosing } from './reduce-choosing.ts';
import type { CheckoutState, ChoosingEvent, StandingEvent } from './state.ts';

/** The state after an event while the list stands, or one that makes it. One that does not belong to the phase changes nothing. */
export function reduceStanding(state: CheckoutState, event: StandingEvent | ChoosingEvent): CheckoutState {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the rest is the next reducer's
  switch (event.type) {
    case 'refreshed':
      return state.phase.name === 'choosing' ? loaded(state, event.session, false) : state;
    case 'time':
      return { ...state, secondsLeft: event.secondsLeft };
    case 'card-form':
      return { ...state, cardForm: event.status };
    case 'result':
      return { ...state, phase: { name: 'result', payment: event.payment }, focus: 'title' };
    case 'back-to-list':
      return state.session === null
        ? state
        : loaded({ ...state, notice: null }, { ...state.session, openPayment: null }, true);
    case 'connection':
      return event.isOffline === state.isOffline ? state : { ...state, isOffline: event.isOffline };
    default:
      return reduceChoosing(state, event);
  }
}
