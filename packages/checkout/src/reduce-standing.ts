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
    case 'result': {
      const { phase } = state;
      const { payment } = event;
      // Heard again, it takes the focus from nothing.
      const isNew = phase.name !== 'result' || phase.payment.state !== payment.state;
      return { ...state, phase: { name: 'result', payment }, focus: isNew ? 'title' : state.focus };
    }
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
