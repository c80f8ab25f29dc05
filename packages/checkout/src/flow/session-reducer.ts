import type { StorefrontSession } from '@pgw/protocol';
import { withPreviousChoice, withSession, type PreviousChoice } from '../channels/index.ts';
import type { ShownChoice } from '../result/index.ts';
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
  /** What the page showed before it was reloaded. */
  readonly shown?: ShownChoice;
  /** The channel of the last payment on this device. */
  readonly recentChannelId?: number | null;
}

interface LoadFailed {
  readonly type: 'load-failed';
  readonly cause: FailureCause;
  readonly isUserInitiated?: boolean;
  /** With the cause `paid`. */
  readonly orderUrl?: string | null;
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
      return withRefreshedSession(state, event.session);
    case 'load-failed':
      return withFailure(state, event);
    case 'seconds-left':
      return { ...state, secondsLeft: event.secondsLeft };
    case 'focused':
      return { ...state, focus: null };
  }
}

/** The order may have been paid in another tab. A payment that is shown stays, unless another one has replaced it. */
function withRefreshedSession(state: CheckoutState, session: StorefrontSession): CheckoutState {
  const { phase } = state;
  const shown = 'payment' in phase ? phase.payment.reference : null;
  const isOther = session.openPayment !== null && session.openPayment.reference !== shown;
  const isLeft = phase.name === 'redirecting' && session.openPayment !== null;
  const isShown = phase.name === 'choosing' || phase.name === 'failed';
  if (['loading', 'submitting', 'verifying'].includes(phase.name)) return state;
  if (!isShown && !isOther && !isLeft) return { ...state, session };
  let { notice } = state;
  // The notice has promised to check whether a payment was started.
  if (notice?.kind === 'offline') notice = session.openPayment === null ? { kind: 'start' } : null;
  const next = withSession({ ...state, notice }, session, { isUserInitiated: false });
  const isSameFailure =
    phase.name === 'failed' && next.phase.name === 'failed' && next.phase.cause === phase.cause;
  return isSameFailure ? { ...state, session } : next;
}

function withLoadedSession(
  state: CheckoutState,
  { session, isUserInitiated, previous = null, shown, recentChannelId = null }: Loaded,
): CheckoutState {
  const next = {
    ...state,
    recentChannelId,
    channelId: state.channelId ?? shown?.channelId ?? null,
    bankId: state.bankId ?? shown?.bankId ?? null,
    replaced: previous?.replaced ?? state.replaced,
  };
  if (previous !== null) return withPreviousChoice(next, session, previous);
  return withPhone(withSession(next, session, { isUserInitiated }), shown);
}

/** Shows the QR code again that the page showed before it was reloaded. */
function withPhone(state: CheckoutState, shown: ShownChoice | undefined): CheckoutState {
  const { phase } = state;
  if (phase.name !== 'interrupted' || phase.payment.reference !== shown?.onPhone) return state;
  const { payment } = phase;
  const { continueUrl: url, phone } = payment;
  if (url === undefined || phone === undefined) return state;
  const redirect = { type: 'url', url, phone } as const;
  return { ...state, phase: { name: 'phone', payment, redirect, hasCode: true, isChecking: false } };
}

/** Shows a failure, unless the shopper can use another screen. The focus moves there if the shopper loaded it. */
function withFailure(
  state: CheckoutState,
  { cause, isUserInitiated = false, orderUrl = null }: LoadFailed,
): CheckoutState {
  const { name } = state.phase;
  const canShowFailure =
    name === 'loading' || name === 'submitting' || (name === 'choosing' && cause === 'expired');
  if (!canShowFailure) return state;
  return { ...state, phase: { name: 'failed', cause, orderUrl }, focus: isUserInitiated ? 'title' : null };
}
