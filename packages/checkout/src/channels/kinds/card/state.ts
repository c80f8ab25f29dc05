/** The fields of a card. The names are the `autocomplete` values by which browsers fill in the fields. */
export type CardField = 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';

/** The state of the card form. It does not contain the data of the card. */
export interface CardState {
  readonly cardForm: 'loading' | 'failed' | 'ready';
}

export const initialCardState: CardState = { cardForm: 'loading' };

export interface CardEvent {
  readonly type: 'card-form';
  readonly status: CardState['cardForm'];
}
