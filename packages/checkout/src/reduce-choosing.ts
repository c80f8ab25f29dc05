import type { StorefrontSession } from '@pgw/protocol';
import {
  initialState,
  isOver,
  lasting,
  mustWait,
  usableChannels,
  type ChoosingEvent,
  type CheckoutState,
  type Missing,
  type Phase,
} from './state.ts';

/** The state after an event. An event that does not belong to the phase changes nothing: a late answer is ignored here. */
export function reduceChoosing(state: CheckoutState, event: ChoosingEvent): CheckoutState {
  const { phase } = state;
  const { name } = phase;
  switch (event.type) {
    case 'load':
      return { ...state, phase: initialState.phase, notice: null, invalid: null };
    case 'load-slow':
      return name === 'loading' ? { ...state, phase: { name, isSlow: true } } : state;
    case 'loaded':
      return name === 'loading' ? loaded(state, event.session, event.byPress) : state;
    case 'load-failed':
      return failed(state, event);
    case 'choose': {
      const { channelId, bankId = null } = event;
      if (name !== 'choosing') return state;
      return { ...state, invalid: null, notice: lasting(state), channelId, bankId, query: '' };
    }
    case 'pay':
      return pressed(state, event.missing);
    case 'not-sent':
      return { ...state, phase: { name: 'choosing' }, notice: { kind: 'start' } };
    case 'focused':
      return { ...state, focus: null };
  }
}

/** What a session leads to: the list, an outcome, or the reason why there is no list. */
export function loaded(state: CheckoutState, session: StorefrontSession, byPress: boolean): CheckoutState {
  const usable = session.mode === 'choose' ? usableChannels(session) : [];
  const only = usable.length === 1 ? usable[0] : undefined;
  const kept = usable.find((channel) => channel.id === state.channelId);
  const channelId = (only ?? kept)?.id ?? null;
  const phase = phaseOf(session, session.mode === 'hosted' || usable.length > 0);
  const isList = phase.name === 'choosing';
  const isEmpty = phase.name === 'failed' && phase.cause === 'empty';
  const focus = isList ? 'legend' : 'title';
  return {
    ...state,
    session,
    phase,
    focus: byPress || !(isList || isEmpty) ? focus : null,
    ...(isList && { channelId, bankId: channelId === state.channelId ? state.bankId : null }),
  };
}

function phaseOf(session: StorefrontSession, canPay: boolean): Phase {
  const { openPayment: payment } = session;
  if (payment !== null) return { name: payment.state === 'pending' ? 'interrupted' : 'result', payment };
  if (isOver(session)) return { name: 'failed', cause: 'expired' };
  return canPay ? { name: 'choosing' } : { name: 'failed', cause: 'empty' };
}

/** After a press the focus goes to the title; a failure that comes unasked is announced instead. */
function failed(
  state: CheckoutState,
  { cause, byPress = false }: Extract<ChoosingEvent, { type: 'load-failed' }>,
): CheckoutState {
  const { name } = state.phase;
  const isStale =
    name !== 'loading' && name !== 'submitting' && !(name === 'choosing' && cause === 'expired');
  return isStale ? state : { ...state, phase: { name: 'failed', cause }, focus: byPress ? 'title' : null };
}

function pressed(state: CheckoutState, missing: Missing | null): CheckoutState {
  if (state.phase.name !== 'choosing' || mustWait(state)) return state;
  if (missing !== null) return { ...state, invalid: missing, focus: 'invalid' };
  return { ...state, phase: { name: 'submitting', isSlow: false }, invalid: null, notice: null };
}
