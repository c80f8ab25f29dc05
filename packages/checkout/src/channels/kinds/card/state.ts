import type { StorefrontPayment } from '@pgw/protocol';

/** The fields of a card. The names are the `autocomplete` values by which browsers fill in the fields. */
export type CardField = 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';

/** The state of the card form. It does not contain the data of the card. */
export interface CardState {
  readonly cardForm: 'loading' | 'failed' | 'ready';
  /** The payment whose card was declined, until the shopper presses Pay again or chooses another channel. */
  readonly declinedPayment: StorefrontPayment | null;
  /** The number of cards that were declined since the session was loaded. */
  readonly declineCount: number;
}

export const initialCardState: CardState = { cardForm: 'loading', declinedPayment: null, declineCount: 0 };

export interface CardEvent {
  readonly type: 'card-form';
  readonly status: CardState['cardForm'];
}
