import type { StorefrontPayment } from '@pgw/protocol';
import { withSession } from '../channels/index.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

export type ResultEvent =
  { readonly type: 'result'; readonly payment: StorefrontPayment } | { readonly type: 'back-to-list' };

export function reduceResult(state: CheckoutState, event: ResultEvent): CheckoutState {
  switch (event.type) {
    case 'result':
      return withPayment(state, event.payment);
    case 'back-to-list':
      return state.session === null
        ? state
        : withSession({ ...state, notice: null }, { ...state.session, openPayment: null }, true);
  }
}

function withPayment(state: CheckoutState, payment: StorefrontPayment): CheckoutState {
  const { phase } = state;
  // A state that is shown already does not move the focus.
  const isNew = phase.name !== 'result' || phase.payment.state !== payment.state;
  return { ...state, phase: { name: 'result', payment }, focus: isNew ? 'title' : state.focus };
}
