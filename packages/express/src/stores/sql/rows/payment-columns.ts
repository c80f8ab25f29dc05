import type { ColumnTypes } from './row-parameters.ts';
import type { PaymentRow } from './payment-row.ts';

/** The type of every column of a payment. A missing column is a compile error. */
export const paymentColumns = {
  reference: 'text',
  orderId: 'text',
  ordinal: 'integer',
  attempt: 'text',
  state: 'text',
  amount: 'bigint',
  currencyCode: 'text',
  changedAmount: 'bigint',
  changedCurrencyCode: 'text',
  pricedAt: 'bigint',
  acceptedAt: 'bigint',
  description: 'text',
  tokenSeed: 'text',
  openedOnPhoneAt: 'bigint',
  channelId: 'integer',
  channelName: 'text',
  bankId: 'text',
  bankName: 'text',
  channelImageUrl: 'text',
  bankImageUrl: 'text',
  fee: 'bigint',
  callbackUrl: 'text',
  transactionNumber: 'text',
  redirect: 'text',
  gatewayStatus: 'integer',
  createdAt: 'bigint',
  expiresAt: 'bigint',
  settledAt: 'bigint',
  queriedAt: 'bigint',
  nextQueryAt: 'bigint',
  fulfilment: 'text',
  fulfilAttempts: 'integer',
  nextFulfilAt: 'bigint',
  cardState: 'text',
  cardRound: 'integer',
  cardSentAt: 'bigint',
  authType: 'integer',
  capturedAmount: 'bigint',
  discrepancy: 'text',
  transitions: 'integer',
  version: 'integer',
} as const satisfies Record<keyof PaymentRow, ColumnTypes[string]>;

/** Returns the types of some columns of a payment, in the order of the names. */
export function pickColumns<Name extends keyof PaymentRow>(
  names: readonly Name[],
): Pick<typeof paymentColumns, Name> {
  // Each name has its own type, which `fromEntries` cannot express.
  return Object.fromEntries(names.map((name) => [name, paymentColumns[name]])) as Pick<
    typeof paymentColumns,
    Name
  >;
}
