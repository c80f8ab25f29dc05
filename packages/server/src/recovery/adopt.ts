import { InvalidRequestError, isSameReference, paymentStatus } from '@pgw/protocol';
import { getPaymentFacts } from '../events/facts.ts';
import { nameActor } from '../engine/actor.ts';
import { createNote, type PaymentContext, type AccountOption, quoteText } from '../engine/payment-context.ts';
import { parseGatewayTime, queryRecord, type PaymentRecord } from '../sync/gateway-record.ts';
import { isPayout } from '../operations/import.ts';
import { createInitialPayment, getNextOrdinal, type Payment } from '../model/payments/payment.ts';
import { emitPriceDifference } from '../hooks/reports.ts';
import {
  comparePrice,
  describeDifference,
  type OrderPrice,
  readPrice,
} from '../model/payments/order-price.ts';
import { findOrderOfPayment, type UnknownPayment } from '../model/unknown-payment.ts';
import { createTokenSeed } from '../engine/payment-tokens.ts';
import { type Note } from '../model/payments/timeline.ts';
import { syncPayment } from '../sync/sync-payment.ts';
import { toUnknownPayment } from './unknown-transactions.ts';
import type { UnknownTransaction } from '../model/ports/recovery-store.ts';

/** The options of `adopt`. */
export interface AdoptOptions extends AccountOption {
  /** The order of the payment. Default: the result of the checkout's option `resolveUnknownPayment`. */
  readonly orderId?: string | undefined;
}

/** The options of `dismiss`. */
export interface DismissOptions extends AccountOption {
  /** Stored with the transaction. */
  readonly reason: string;
}

/**
 * Creates a payment in state `review` from the gateway's record. If the store has the payment, it is synced
 * instead.
 */
export async function adopt(
  context: PaymentContext,
  transactionNumber: string,
  options: AdoptOptions = {},
): Promise<Payment> {
  const record = await queryRecord(context, transactionNumber);
  if (record === undefined)
    throw createAdoptionError(transactionNumber, 'the gateway has no transaction with this number');
  if (await isPayout(context, record))
    throw createAdoptionError(transactionNumber, 'it is a payout, and pays no order');
  const knownPayment = await context.store.find('payment', record.referenceCode);
  if (knownPayment !== undefined) return syncKnownPayment(context, knownPayment, record);
  const otherMark = context.references.findMarkOfOtherShop(record.referenceCode);
  if (otherMark !== undefined) {
    const message = `its reference ${record.referenceCode} has the mark ${otherMark} of another shop`;
    throw createAdoptionError(transactionNumber, message);
  }
  const { orderId, findShopPrice } = await findOrder(context, record, options);
  const payment = createPaymentFromRecord(context, record, orderId);
  const knownPrice = await findOrderPrice(context, orderId);
  const price = knownPrice === undefined ? await findShopPrice() : knownPrice;
  const difference = price === undefined ? undefined : comparePrice(payment, price);
  const name = paymentStatus(record.status).name;
  const sums = difference === undefined ? '' : ` ${describeDifference(payment, difference)}`;
  const text = `Adopted from the gateway's record of transaction ${record.transactionNumber}, which is ${name} (${record.status}).${sums}`;
  const note = createNote(context, payment, { source: 'operator', kind: 'payment-created', text });
  const adoptedPayment = await insertAsNewest(context, payment, note);
  const isStored = adoptedPayment !== undefined;
  const storedPayment = adoptedPayment ?? (await context.store.find('payment', payment.reference));
  if (storedPayment === undefined)
    throw createAdoptionError(
      transactionNumber,
      'other payments of its order were stored at the same time; try again',
    );
  await markAdopted(context, transactionNumber);
  if (isStored) {
    const message = `The payment was rebuilt from the gateway's record and is in review. Compare it with order ${orderId}, then call operator.reviews.resolve.`;
    context.emit({ level: 'warn', event: 'payment-adopted', message, ...getPaymentFacts(storedPayment) });
    if (difference !== undefined) emitPriceDifference(context, storedPayment, difference);
  }
  return storedPayment;
}

/** Another payment of the order may be stored at the same time, so this is tried several times. */
async function insertAsNewest(
  { store }: Pick<PaymentContext, 'store'>,
  payment: Payment,
  note: Note,
): Promise<Payment | undefined> {
  for (let triesLeft = 5; triesLeft > 0; triesLeft -= 1) {
    const ordinal = getNextOrdinal(await store.search('payments', { orderId: payment.orderId }));
    const newPayment = { ...payment, ordinal };
    if (await store.insert('payment', { payment: newPayment, note })) return newPayment;
    if ((await store.find('payment', payment.reference)) !== undefined) return undefined;
  }
  return undefined;
}

export async function dismiss(
  context: PaymentContext,
  transactionNumber: string,
  { reason }: DismissOptions,
): Promise<void> {
  if (reason.trim() === '') throw createAdoptionError(transactionNumber, 'a reason is required');
  const resolution = {
    resolution: 'dismissed',
    reason: nameActor(quoteText(reason)),
  } as const;
  if (
    await context.store.change('unknownTransaction', transactionNumber, {
      from: { resolution: null },
      to: resolution,
    })
  )
    return;
  throw createAdoptionError(transactionNumber, 'no open unknown transaction has this number');
}

async function syncKnownPayment(
  context: PaymentContext,
  payment: Payment,
  record: PaymentRecord,
): Promise<Payment> {
  const unverifiedNumber = record.transactionNumber;
  if (payment.transactionNumber !== null && !isSameReference(payment.transactionNumber, unverifiedNumber)) {
    const message = `its reference belongs to payment ${payment.reference}, which has the transaction ${payment.transactionNumber}`;
    throw createAdoptionError(unverifiedNumber, message);
  }
  const updatedPayment = await syncPayment(context, payment, { source: 'operator', unverifiedNumber });
  await markAdopted(context, unverifiedNumber);
  return updatedPayment;
}

async function markAdopted({ store }: PaymentContext, transactionNumber: string): Promise<void> {
  await store.change('unknownTransaction', transactionNumber, {
    from: { resolution: null },
    to: { resolution: 'adopted', reason: null },
  });
}

interface AdoptedOrder {
  readonly orderId: string;
  /** Resolves with the price that `resolveUnknownPayment` returns for the order; undefined if it returns none. */
  readonly findShopPrice: () => Promise<OrderPrice | undefined>;
}

async function findOrder(
  context: PaymentContext,
  record: PaymentRecord,
  options: AdoptOptions,
): Promise<AdoptedOrder> {
  const unknownPayment = toUnknownPayment(context, record);
  const order =
    options.orderId === undefined
      ? await findAnyOrder(context, unknownPayment)
      : findGivenOrder(context, unknownPayment, options.orderId);
  if (order === undefined || order.orderId === '') {
    const cause =
      context.resolveUnknownPayment === undefined
        ? 'the option resolveUnknownPayment is not set'
        : 'the option resolveUnknownPayment returned no order';
    throw createAdoptionError(
      record.transactionNumber,
      `no order is known for reference ${record.referenceCode} (${cause}); set orderId`,
    );
  }
  if (unknownPayment.matches(order.orderId)) return order;
  throw createAdoptionError(
    record.transactionNumber,
    `reference ${record.referenceCode} cannot belong to order ${order.orderId}: it begins with the id of another order`,
  );
}

async function findAnyOrder(
  { resolveUnknownPayment }: PaymentContext,
  unknownPayment: UnknownPayment,
): Promise<AdoptedOrder | undefined> {
  const order = await findOrderOfPayment(resolveUnknownPayment, unknownPayment);
  return order && { orderId: order.orderId, findShopPrice: () => Promise.resolve(order.price) };
}

/** `resolveUnknownPayment` is called only if its price is needed. */
function findGivenOrder(
  { resolveUnknownPayment }: PaymentContext,
  unknownPayment: UnknownPayment,
  orderId: string,
): AdoptedOrder {
  const findShopPrice = async () => {
    const order = await findOrderOfPayment(resolveUnknownPayment, unknownPayment);
    return order?.orderId === orderId ? order.price : undefined;
  };
  return { orderId, findShopPrice };
}

function createPaymentFromRecord(context: PaymentContext, record: PaymentRecord, orderId: string): Payment {
  const { referenceCode, transactionNumber, amount, currencyCode, channelId, providerChannelId } = record;
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw createAdoptionError(
      transactionNumber,
      `its amount ${amount} is not a positive integer of minor units`,
    );
  }
  const now = context.now();
  return createInitialPayment({
    reference: referenceCode,
    tokenSeed: createTokenSeed(),
    orderId,
    // `insertAsNewest` replaces it.
    ordinal: 1,
    attempt: createAdoptedAttempt(transactionNumber),
    amount,
    currencyCode: currencyCode.toUpperCase(),
    callbackUrl: context.callbackUrl,
    createdAt: parseGatewayTime(record.creationTime) ?? now,
    pricedAt: 0,
    state: 'review',
    channel: channelId == null ? null : { id: channelId, name: null, imageUrl: null },
    bank: providerChannelId == null ? null : { id: providerChannelId, name: null, imageUrl: null },
    transactionNumber,
    gatewayStatus: record.status,
    discrepancy: { code: 'payment-adopted', since: now, stateBefore: null, decidedAt: null },
    stateChangedAt: now,
    schedule: { queriedAt: now, nextQueryAt: null },
  });
}

function createAdoptionError(transactionNumber: string, message: string): InvalidRequestError {
  return new InvalidRequestError(`Transaction ${transactionNumber}`, [{ path: '', message }], {
    ids: { transactionNumber },
  });
}

// A key of a browser has no colon, so a browser cannot send a key with this prefix.
/** Returns the attempt key of a payment that is adopted from a transaction. */
function createAdoptedAttempt(transactionNumber: string): string {
  return `adopted:${transactionNumber}`;
}

/** Null means that the order does not exist any more; undefined, that no price is known. */
async function findOrderPrice(
  { store, getPrice, limits }: PaymentContext,
  orderId: string,
): Promise<OrderPrice | null | undefined> {
  if (getPrice !== undefined)
    return store.runInTransaction({
      work: (tx) => readPrice(getPrice, orderId, tx),
      timeoutMs: limits.fulfillTimeoutMs,
    });
  const payments = await store.search('payments', { orderId });
  const [newest] = payments
    .filter(({ pricedAt }) => pricedAt > 0)
    .toSorted((first, second) => second.pricedAt - first.pricedAt);
  return newest?.changedPrice ?? newest;
}

/**
 * The transactions of the gateway that are missing in the store, for example after a backup was restored. Verified
 * callbacks or returning shoppers have reported them.
 */
export interface OperatorUnknownTransactions {
  /** Resolves with the unresolved ones, newest first. Default limit 50. */
  list(options?: AccountOption & { readonly limit?: number | undefined }): Promise<UnknownTransaction[]>;
  /**
   * Creates a payment in state `review` for an unknown transaction. See `AdoptOptions`. Safe to repeat.
   *
   * @throws InvalidRequestError when the gateway has no such transaction, it is a payout, no order is found for it, its
   * reference has the mark of another shop, or its reference or amount cannot belong to the payment.
   * @throws PgwError when the gateway cannot be queried, or the store fails. Nothing was stored.
   */
  adopt(transactionNumber: string, options?: AdoptOptions): Promise<Payment>;
  /**
   * Resolves an unknown transaction without a payment.
   *
   * @throws InvalidRequestError when no open one has this number, or the reason is empty.
   */
  dismiss(transactionNumber: string, options: DismissOptions): Promise<void>;
}

export function createOperatorUnknownTransactions(context: PaymentContext): OperatorUnknownTransactions {
  return {
    list: ({ limit = 50 } = {}) => context.store.search('unknownTransactions', { limit }),
    adopt: (transactionNumber, options) => adopt(context, transactionNumber, options),
    dismiss: (transactionNumber, options) => dismiss(context, transactionNumber, options),
  };
}
