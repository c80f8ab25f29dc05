import type { CheckoutState } from '../../../state/checkout-state.ts';
import type { CardEvent } from './state.ts';

export function reduceCard(state: CheckoutState, { status }: CardEvent): CheckoutState {
  return { ...state, cardForm: status };
}
