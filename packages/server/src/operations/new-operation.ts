import { createHash } from 'node:crypto';
import { normalizeReference, InvalidRequestError } from '@pgw/protocol';
import { omitInheritedMembers } from '@pgw/protocol/internal';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { Operation, OperationKind } from '../model/operations/operation.ts';

/** An operation without a response is queried after this time. */
export const firstQueryDelayMs = 60_000;

/** The number of characters of a short id. */
const shortIdLength = 8;
/** Digits and letters, without letters that resemble a digit. */
const shortIdAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the short id of an operation. It depends only on the reference and the id, so an operation that a
 * restored store does not have is found again.
 */
export function createShortId(reference: string, id: string): string {
  const digest = createHash('sha256')
    .update(`${normalizeReference(reference)} ${id}`)
    .digest();
  return Array.from(digest.subarray(0, shortIdLength), (byte) => shortIdAlphabet[byte % 32]).join('');
}

/** Returns the reason that is sent to the gateway: the operator's reason and the short id. */
export function createSentReason({ reason, shortId }: Pick<Operation, 'reason' | 'shortId'>): string {
  return `${reason ?? ''} #${shortId}`.trim();
}

/** The fields of a new operation that depend on its kind. */
export type NewOperation = Pick<Operation, 'id' | 'kind' | 'reference' | 'currencyCode'> & {
  readonly amount: number;
} & Partial<Pick<Operation, 'channelId' | 'isLast' | 'beneficiary' | 'reason'>>;

/** Creates an operation that is stored before it is sent. */
export function createOperation({ now }: Pick<PaymentContext, 'now'>, fields: NewOperation): Operation {
  const createdAt = now();
  return {
    origin: 'shop',
    state: 'requested',
    shortId: createShortId(fields.reference, fields.id),
    requestedAmount: fields.amount,
    charge: 0,
    channelId: null,
    isLast: false,
    beneficiary: null,
    receiptUrl: null,
    transactionNumber: null,
    gatewayStatus: null,
    reason: null,
    message: null,
    createdAt,
    nextQueryAt: createdAt + firstQueryDelayMs,
    overdueDays: 0,
    version: 1,
    ...fields,
  };
}

/** The fields of an imported operation that depend on its kind. */
export type ImportedOperation = NewOperation &
  Pick<Operation, 'state'> &
  Partial<Pick<Operation, 'transactionNumber' | 'gatewayStatus' | 'nextQueryAt'>>;

/** Creates an operation that was requested at the gateway without this program. It is queried at once by default. */
export function createImportedOperation(
  { now }: Pick<PaymentContext, 'now'>,
  imported: ImportedOperation,
): Operation {
  const {
    state,
    transactionNumber = null,
    gatewayStatus = null,
    nextQueryAt = now(),
    ...fields
  } = omitInheritedMembers(imported);
  const operation = createOperation({ now }, fields);
  return { ...operation, origin: 'gateway', state, transactionNumber, gatewayStatus, nextQueryAt };
}

/** The names of the kinds at the start of an error. */
const titles: Readonly<Record<OperationKind, string>> = {
  refund: 'Refund of payment',
  capture: 'Capture of payment',
  payout: 'Payout',
};

/** Creates the error for a request that breaks a rule. Nothing was sent. */
export function createOperationError(
  { kind, reference }: Pick<Operation, 'kind' | 'reference'>,
  message: string,
): InvalidRequestError {
  const ids = { reference };
  return new InvalidRequestError(`${titles[kind]} ${reference}`, [{ path: '', message }], { ids });
}

/**
 * Requires an idempotency key that this program did not make itself. Each id of its own has a colon, for example
 * `gateway:` at its start.
 *
 * @throws InvalidRequestError for another text.
 */
export function requireOperationId(operation: Pick<Operation, 'kind' | 'reference'>, id: string): void {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(id))
    throw createOperationError(operation, 'the id must be 8 to 64 letters, digits, - or _');
}

/**
 * Requires an amount of minor units that the payment still has.
 *
 * @throws InvalidRequestError for another amount. `moved` is the word for what happens to the amount.
 */
export function requireAmountUpTo(
  remainingAmount: number,
  operation: Pick<Operation, 'kind' | 'reference'> & { readonly amount: number },
  moved: 'captured' | 'refunded',
): void {
  const { amount } = operation;
  if (Number.isSafeInteger(amount) && amount > 0 && amount <= remainingAmount) return;
  const message =
    remainingAmount > 0
      ? `amount must be an integer of minor units from 1 to ${remainingAmount}, the amount that can still be ${moved}`
      : `the whole amount is ${moved}`;
  throw createOperationError(operation, message);
}

/**
 * Returns the stored operation for a repeated request.
 *
 * @throws InvalidRequestError when the id belongs to another operation.
 */
export function requireSameOperation(
  storedOperation: Operation,
  request: Pick<Operation, 'kind' | 'reference'> & { readonly amount?: number | undefined },
): Operation {
  const isSame =
    storedOperation.kind === request.kind &&
    normalizeReference(storedOperation.reference) === normalizeReference(request.reference) &&
    (request.amount === undefined || request.amount === storedOperation.requestedAmount);
  if (isSame) return storedOperation;
  const message = `the id belongs to another operation; make a new id for each ${request.kind}`;
  throw createOperationError(request, message);
}
