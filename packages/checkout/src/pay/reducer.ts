import type { StorefrontOrder, StorefrontPayment, StorefrontRedirect } from '@pgw/protocol';
import { getCurrentKind } from '../channels/index.ts';
import {
  getRateLimitNotice,
  isPayBlocked,
  type CheckoutState,
  type MissingInput,
  type Notice,
  type Phase,
  type PhoneScreenChange,
} from '../state/checkout-state.ts';

export type PayEvent =
  | { readonly type: 'pay'; readonly missing: MissingInput | null; readonly paysOnPhone?: boolean }
  | { readonly type: 'pay-slow' }
  | { readonly type: 'notice-expired' }
  | { readonly type: 'redirect-help'; readonly help: 'link' | 'stuck' }
  /** Redirects to the page where the pending payment can be continued. */
  | { readonly type: 'continue' }
  | { readonly type: 'phone'; readonly change: PhoneScreenChange }
  | StartOutcome;

type StartOutcome =
  | ({ readonly type: 'started' } & Started)
  | { readonly type: 'total-changed'; readonly order: StorefrontOrder }
  /** `notice` is null if a listener of the page stopped the payment. */
  | { readonly type: 'refused'; readonly notice: Notice | null }
  | { readonly type: 'response-lost'; readonly isCardSent: boolean }
  | { readonly type: 'payment-not-found'; readonly isOffline: boolean }
  | { readonly type: 'payment-found'; readonly payment: StorefrontPayment }
  /** The form stays, and shows why the card was declined. */
  | { readonly type: 'card-declined'; readonly payment: StorefrontPayment };

interface Started {
  readonly payment: StorefrontPayment;
  readonly redirect: StorefrontRedirect;
}

/** An event in another phase, such as a late response, changes nothing. */
export function reducePay(state: CheckoutState, event: PayEvent): CheckoutState {
  const { phase } = state;
  switch (event.type) {
    case 'pay':
      return submit(state, event.missing, event.paysOnPhone ?? false);
    case 'pay-slow':
      return phase.name === 'submitting' ? { ...state, phase: { ...phase, isSlow: true } } : state;
    case 'notice-expired':
      return getRateLimitNotice(state) === null ? state : { ...state, notice: null };
    case 'redirect-help':
      return phase.name === 'redirecting' ? { ...state, phase: { ...phase, help: event.help } } : state;
    case 'continue': {
      const url = 'payment' in phase ? phase.payment.continueUrl : undefined;
      return url === undefined || !('payment' in phase)
        ? state
        : { ...state, ...withRedirect({ payment: phase.payment, redirect: { type: 'url', url } }) };
    }
    case 'phone':
      return phase.name === 'phone' ? { ...state, ...withPhoneScreenChange(phase, event.change) } : state;
    case 'total-changed':
    case 'started':
    case 'refused':
    case 'response-lost':
    case 'payment-not-found':
    case 'payment-found':
    case 'card-declined':
      return phase.name === 'submitting' || phase.name === 'verifying' ? withResponse(state, event) : state;
  }
}

function submit(state: CheckoutState, missing: MissingInput | null, paysOnPhone: boolean): CheckoutState {
  if (state.phase.name !== 'choosing' || isPayBlocked(state)) return state;
  if (missing !== null) return { ...state, invalid: missing, focus: 'invalid' };
  return {
    ...state,
    phase: { name: 'submitting', isSlow: false },
    invalid: null,
    notice: null,
    declinedPayment: null,
    paysOnPhone,
  };
}

function withPhoneScreenChange(
  phase: Extract<Phase, { name: 'phone' }>,
  change: PhoneScreenChange,
): Pick<CheckoutState, 'phase'> & Partial<CheckoutState> {
  switch (change) {
    case 'code-failed':
      return { phase: { ...phase, hasCode: false } };
    case 'check':
      return { phase: { ...phase, isChecking: true } };
    case 'continue':
      return withRedirect(phase);
  }
}

/** Shows the redirect screen. */
function withRedirect({ payment, redirect }: Started): Pick<CheckoutState, 'phase' | 'focus'> {
  return { phase: { name: 'redirecting', payment, redirect, help: 'none' }, focus: 'title' };
}

function withResponse(state: CheckoutState, event: StartOutcome): CheckoutState {
  switch (event.type) {
    case 'started': {
      if (!state.paysOnPhone) return { ...state, ...withRedirect(event) };
      const { payment, redirect } = event;
      const hasCode = redirect.phone !== undefined;
      return {
        ...state,
        phase: { name: 'phone', payment, redirect, hasCode, isChecking: false },
        focus: 'title',
      };
    }
    case 'total-changed':
      return withTotal(state, event.order);
    case 'refused':
      // After too many cards, the other ways to pay are shown.
      return {
        ...state,
        phase: { name: 'choosing' },
        notice: event.notice,
        isFolded: state.isFolded && !(event.notice?.kind === 'rate' && event.notice.isCard),
      };
    case 'response-lost':
      return { ...state, phase: { name: 'verifying', isCardSent: event.isCardSent } };
    case 'payment-not-found':
      return {
        ...state,
        phase: { name: 'choosing' },
        notice: { kind: event.isOffline ? 'offline' : (getCurrentKind(state)?.lostStart ?? 'unclear') },
      };
    case 'payment-found': {
      const { payment } = event;
      // The browser may not have opened the bank's page. The payment is not shown as pending until the
      // shopper confirms that it was approved.
      const name = payment.state === 'pending' ? 'interrupted' : 'result';
      return { ...state, phase: { name, payment }, focus: 'title' };
    }
    case 'card-declined':
      return withDecline(state, event.payment);
  }
}

/** From this number of declined cards, the other channels are shown again. */
const manyDeclines = 3;

function withDecline(state: CheckoutState, declinedPayment: StorefrontPayment): CheckoutState {
  const declineCount = state.declineCount + 1;
  return {
    ...state,
    phase: { name: 'choosing' },
    declinedPayment,
    declineCount,
    isFolded: state.isFolded && declineCount < manyDeclines,
    focus: 'card',
  };
}

function withTotal(state: CheckoutState, order: StorefrontOrder): CheckoutState {
  const { session, phase } = state;
  if (session === null || phase.name !== 'submitting') return state;
  return {
    ...state,
    phase: { name: 'choosing' },
    session: { ...session, order },
    notice: { kind: 'total', previousOrder: session.order },
    focus: 'notice',
  };
}
