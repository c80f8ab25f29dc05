import type { CheckoutState } from '../state/checkout-state.ts';

export interface CardEvent {
  readonly type: 'card-form';
  readonly status: CheckoutState['cardForm'];
}

export function reduceCard(state: CheckoutState, { status }: CardEvent): CheckoutState {
  return { ...state, cardForm: status };
}
