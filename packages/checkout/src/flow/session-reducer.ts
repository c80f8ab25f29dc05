import type { StorefrontSession } from '@pgw/protocol';
import { withPreviousChoice, withSession, type PreviousChoice } from '../channels/index.ts';
import { initialState, type CheckoutState, type FailureCause } from '../state/checkout-state.ts';

/** Events of the session, the deadline and the focus. */
export type SessionEvent =
  | { readonly type: 'load' }
  | { readonly type: 'load-slow' }
  | Loaded
  | { readonly type: 'refreshed'; readonly session: StorefrontSession }
  | LoadFailed
  | { readonly type: 'seconds-left'; readonly secondsLeft: number | null }
  | { readonly type: 'focused' };

interface Loaded {
  readonly type: 'loaded';
  readonly session: StorefrontSession;
  readonly isUserInitiated: boolean;
  /** The choice of a payment that the shopper tries again. */
  readonly previous?: PreviousChoice | null;
  /** The channel of the last payment on this device. */
  readonly recentChannelId?: number | null;
}

interface LoadFailed {
  readonly type: 'load-failed';
  readonly cause: FailureCause;
  readonly isUserInitiated?: boolean;
}

export function reduceSession(state: CheckoutState, event: SessionEvent): CheckoutState {
  const { name } = state.phase;
  switch (event.type) {
    case 'load':
      return {
        ...state,
        phase: initialState.phase,
        notice: null,
        invalid: null,
        declinedPayment: null,
        declineCount: 0,
      };
    case 'load-slow':
      return name === 'loading' ? { ...state, phase: { name, isSlow: true } } : state;
    case 'loaded':
      return name === 'loading' ? withLoadedSession(state, event) : state;
    case 'refreshed':
      return name === 'choosing' ? withRefreshedSession(state, event.session) : state;
    case 'load-failed':
      return withFailure(state, event);
    case 'seconds-left':
      return { ...state, secondsLeft: event.secondsLeft };
    case 'focused':
      return { ...state, focus: null };
  }
}

function withRefreshedSession(state: CheckoutState, session: StorefrontSession): CheckoutState {
  let { notice } = state;
  // The notice has promised to check whether a payment was started.
  if (notice?.kind === 'offline') notice = session.openPayment === null ? { kind: 'start' } : null;
  return withSession({ ...state, notice }, session, { isUserInitiated: false });
}

function withLoadedSession(
  state: CheckoutState,
  { session, isUserInitiated, previous = null, recentChannelId = null }: Loaded,
): CheckoutState {
  const { openPayment } = session;
  // The shopper has decided to replace this pending payment, so the list is shown instead of it.
  const isReplaced = openPayment?.state === 'pending' && openPayment.reference === previous?.replaced;
  const shownSession = isReplaced ? { ...session, openPayment: null } : session;
  const next = { ...state, recentChannelId };
  return previous === null || shownSession.openPayment !== null
    ? withSession(next, shownSession, { isUserInitiated })
    : withPreviousChoice(next, shownSession, previous);
}

/** Shows a failure, unless the shopper can use another screen. The focus moves there if the shopper loaded it. */
function withFailure(state: CheckoutState, { cause, isUserInitiated = false }: LoadFailed): CheckoutState {
  const { name } = state.phase;
  const canShowFailure =
    name === 'loading' || name === 'submitting' || (name === 'choosing' && cause === 'expired');
  if (!canShowFailure) return state;
  return { ...state, phase: { name: 'failed', cause }, focus: isUserInitiated ? 'title' : null };
}
