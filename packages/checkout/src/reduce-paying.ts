import type { StorefrontOrder } from '@pgw/protocol';
import { reduceStanding } from './reduce-standing.ts';
import {
  lasting,
  type CheckoutState,
  type ChoosingEvent,
  type PayingEvent,
  type StandingEvent,
} from './state.ts';

/** The state after an event of the press and its answer, or any before. One that does not belong to the phase changes nothing. */
export function reducePaying(
  state: CheckoutState,
  event: PayingEvent | StandingEvent | ChoosingEvent,
): CheckoutState {
  const { phase } = state;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the rest is the next reducer's
  switch (event.type) {
    case 'slow':
      return phase.name === 'submitting' ? { ...state, phase: { ...phase, isSlow: true } } : state;
    case 'help':
      return phase.name === 'leaving' ? { ...state, phase: { ...phase, help: event.help } } : state;
    case 'total-changed':
      return totalChanged(state, event.order);
    case 'notice-over':
      return lasting(state) === null ? state : { ...state, notice: null };
    case 'started':
    case 'refused':
    case 'unsure':
    case 'nothing-found':
    case 'found':
      return answered(state, event);
    default:
      return reduceStanding(state, event);
  }
}

function answered(
  state: CheckoutState,
  event: Extract<PayingEvent, { type: 'started' | 'refused' | 'unsure' | 'nothing-found' | 'found' }>,
): CheckoutState {
  const { name } = state.phase;
  if (name !== 'submitting' && name !== 'unsure') return state;
  switch (event.type) {
    case 'started': {
      const { payment, redirect } = event;
      return { ...state, phase: { name: 'leaving', payment, redirect, help: 'none' }, focus: 'title' };
    }
    case 'refused':
      return { ...state, phase: { name: 'choosing' }, notice: event.notice };
    case 'unsure':
      return { ...state, phase: { name: 'unsure' } };
    case 'nothing-found':
      return { ...state, phase: { name: 'choosing' } };
    case 'found': {
      // It may never have reached the bank, so it is not called pending before the shopper says so.
      const found = event.payment.state === 'pending' ? 'interrupted' : 'result';
      return { ...state, phase: { name: found, payment: event.payment }, focus: 'title' };
    }
  }
}

function totalChanged(state: CheckoutState, order: StorefrontOrder): CheckoutState {
  const { session } = state;
  if (session === null || state.phase.name !== 'submitting') return state;
  return {
    ...state,
    phase: { name: 'choosing' },
    session: { ...session, order },
    notice: { kind: 'total', old: session.order },
    focus: 'notice',
  };
}
