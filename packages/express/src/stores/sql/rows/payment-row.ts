import { z } from 'zod';
import { paymentDiscrepancyCodes, type Discrepancy } from '../../../payments/discrepancy.ts';
import { cardStates, fulfilmentStates, type Payment } from '../../../payments/payment.ts';
import { paymentStates } from '../../../payments/payment-state.ts';
import type { PaymentChange } from '../../../payments/payment-change.ts';
import { integer, nullableText } from './column-schemas.ts';

/**
 * A row of the table of payments. A payment has groups of fields, and the table has flat columns. The names
 * are those of the columns.
 */
export type PaymentRow = z.output<typeof paymentRowSchema>;

const paymentRowSchema = z.object({
  reference: z.string(),
  orderId: z.string(),
  ordinal: integer.positive(),
  attempt: z.string(),
  state: z.enum(paymentStates),
  amount: integer.positive(),
  currencyCode: z.string(),
  changedAmount: integer.nullable(),
  changedCurrencyCode: nullableText,
  pricedAt: integer,
  acceptedAt: integer.nullable(),
  description: nullableText,
  tokenSeed: z.string(),
  openedOnPhoneAt: integer.nullable(),
  channelId: integer.nullable(),
  channelName: nullableText,
  bankId: nullableText,
  bankName: nullableText,
  channelImageUrl: nullableText,
  bankImageUrl: nullableText,
  fee: integer,
  callbackUrl: z.string(),
  transactionNumber: nullableText,
  redirect: nullableText,
  gatewayStatus: integer.nullable(),
  createdAt: integer,
  expiresAt: integer.nullable(),
  settledAt: integer.nullable(),
  queriedAt: integer.nullable(),
  nextQueryAt: integer.nullable(),
  fulfilment: z.enum(fulfilmentStates),
  fulfilAttempts: integer,
  nextFulfilAt: integer.nullable(),
  cardState: z.enum(cardStates).nullable(),
  cardRound: integer,
  cardSentAt: integer.nullable(),
  authType: integer.nullable(),
  capturedAmount: integer.nullable(),
  /** A `Discrepancy` as JSON. */
  discrepancy: nullableText,
  transitions: integer,
  version: integer,
});

/**
 * The schema of a stored payment. Every row is validated when it is read, so that a row that was edited by
 * hand and is invalid is detected.
 */
export const storedPaymentSchema: z.ZodType<Payment> = paymentRowSchema.transform((row, context) => {
  const { channelId, channelName, channelImageUrl, bankId, bankName, bankImageUrl, ...withoutChannel } = row;
  const { queriedAt, nextQueryAt, fulfilment, fulfilAttempts, nextFulfilAt, ...withoutFulfilment } =
    withoutChannel;
  const { changedAmount, changedCurrencyCode, ...withoutPrice } = withoutFulfilment;
  const { cardState, cardRound, cardSentAt, authType, discrepancy, ...rest } = withoutPrice;
  if (cardState !== null && authType === null) {
    context.addIssue({
      code: 'custom',
      path: ['authType'],
      message: 'must not be null when cardState is set',
    });
  }
  return {
    ...rest,
    changedPrice:
      changedAmount === null || changedCurrencyCode === null
        ? null
        : { amount: changedAmount, currencyCode: changedCurrencyCode },
    channel: channelId === null ? null : { id: channelId, name: channelName, imageUrl: channelImageUrl },
    bank: bankId === null ? null : { id: bankId, name: bankName, imageUrl: bankImageUrl },
    schedule: { queriedAt, nextQueryAt },
    fulfilment: { state: fulfilment, attempts: fulfilAttempts, nextAttemptAt: nextFulfilAt },
    card:
      cardState === null || authType === null
        ? null
        : { state: cardState, round: cardRound, sentAt: cardSentAt, authType },
    discrepancy: discrepancy === null ? null : discrepancySchema.parse(JSON.parse(discrepancy)),
  };
});

const discrepancySchema: z.ZodType<Discrepancy> = z.object({
  code: z.enum(paymentDiscrepancyCodes),
  since: integer,
  stateBefore: z.enum(paymentStates).nullable(),
  decidedAt: integer.nullable(),
});

function toDiscrepancyColumn(discrepancy: Discrepancy | null): string | null {
  return discrepancy === null ? null : JSON.stringify(discrepancy);
}

/** Converts a payment to its row. */
export function toPaymentRow(payment: Payment): PaymentRow {
  const { changedPrice, channel, bank, schedule, fulfilment, card, discrepancy, ...rest } = payment;
  return {
    ...rest,
    changedAmount: changedPrice?.amount ?? null,
    changedCurrencyCode: changedPrice?.currencyCode ?? null,
    channelId: channel?.id ?? null,
    channelName: channel?.name ?? null,
    channelImageUrl: channel?.imageUrl ?? null,
    bankId: bank?.id ?? null,
    bankName: bank?.name ?? null,
    bankImageUrl: bank?.imageUrl ?? null,
    ...schedule,
    fulfilment: fulfilment.state,
    fulfilAttempts: fulfilment.attempts,
    nextFulfilAt: fulfilment.nextAttemptAt,
    cardState: card?.state ?? null,
    cardRound: card?.round ?? 0,
    cardSentAt: card?.sentAt ?? null,
    authType: card?.authType ?? null,
    discrepancy: toDiscrepancyColumn(discrepancy),
  };
}

/** Converts a change to the columns that it writes. */
export function toChangedColumns({
  schedule,
  fulfilment,
  card,
  discrepancy,
  ...rest
}: PaymentChange): Partial<PaymentRow> {
  const { queriedAt, nextQueryAt } = schedule ?? {};
  const { state, attempts, nextAttemptAt } = fulfilment ?? {};
  return {
    ...rest,
    ...(discrepancy !== undefined && { discrepancy: toDiscrepancyColumn(discrepancy) }),
    ...(queriedAt !== undefined && { queriedAt }),
    ...(nextQueryAt !== undefined && { nextQueryAt }),
    ...(state !== undefined && { fulfilment: state }),
    ...(attempts !== undefined && { fulfilAttempts: attempts }),
    ...(nextAttemptAt !== undefined && { nextFulfilAt: nextAttemptAt }),
    ...(card?.state !== undefined && { cardState: card.state }),
    ...(card?.round !== undefined && { cardRound: card.round }),
    ...(card?.sentAt !== undefined && { cardSentAt: card.sentAt }),
    ...(card?.authType !== undefined && { authType: card.authType }),
  };
}
