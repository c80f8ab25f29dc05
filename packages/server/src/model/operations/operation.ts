import type { StoredBeneficiary } from './payouts.ts';
import { computeNextOperationQueryAt } from '../schedule.ts';
import { createHash } from 'node:crypto';
import { normalizeReference } from '@pgw/protocol';
import { omitInheritedMembers } from '@pgw/protocol/internal';

/** What an operation does with money. */
export type OperationKind = (typeof operationKinds)[number];

/** Every {@link OperationKind}. */
export const operationKinds = ['refund', 'capture', 'payout'] as const;

/**
 * Who requested an operation.
 *
 * - `shop`: this program, for an operator or for a second payment.
 * - `gateway`: another program or a person at the gateway. The operation was imported from the gateway's record.
 */
export type OperationOrigin = (typeof operationOrigins)[number];

/** Every {@link OperationOrigin}. */
export const operationOrigins = ['shop', 'gateway'] as const;

/**
 * The state of an operation.
 *
 * - `requested`: stored; the gateway has not responded yet.
 * - `unknown`: no usable response arrived. The outcome is queried, and the request is never sent again.
 * - `processing`: the provider processes the operation (status 12 of a refund).
 * - `done`: the money was moved, in full or less charges (11, 16 or 18).
 * - `failed`: the provider could not move the money (13). It may become `done`.
 * - `refused`: the gateway refused the request, or a person found that it never arrived. No money was moved.
 * - `reversed`: the operation was done, and the provider reversed it (17) or reports a failure.
 */
export type OperationState = (typeof operationStates)[number];

/** Every {@link OperationState}. */
export const operationStates = [
  'requested',
  'unknown',
  'processing',
  'done',
  'failed',
  'refused',
  'reversed',
] as const;

/**
 * A movement of money after the start of a payment: a refund, a capture, or a payout. Times are milliseconds
 * since the Unix epoch. Amounts are integers of minor units.
 */
export interface Operation {
  /**
   * The idempotency key. The shop makes it, 8 to 64 characters. An imported operation has the id `gateway:`
   * and its number.
   */
  readonly id: string;
  /** What the operation does with money; see {@link OperationKind}. */
  readonly kind: OperationKind;
  /** Who requested the operation; see {@link OperationOrigin}. */
  readonly origin: OperationOrigin;
  /** The reference of the payment. A payout has a reference of its own. */
  readonly reference: string;
  /** Eight characters at the end of the `reason` that is sent. They identify the operation at the gateway. */
  readonly shortId: string;
  /** Whether the money was moved; see {@link OperationState}. */
  readonly state: OperationState;
  /** The amount that was requested. For an imported operation, the amount that the gateway has reported. */
  readonly requestedAmount: number;
  /**
   * The amount that the gateway has reported: returned, captured or paid out. It is the requested amount until
   * the gateway has reported one.
   */
  readonly amount: number;
  /** The charge that the provider deducted (status 16): the requested amount less the returned amount. */
  readonly charge: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /** The gateway's id of the channel; null when it is not known. */
  readonly channelId: number | null;
  /** True for the last capture of a payment. The gateway then releases the rest of the authorization. */
  readonly isLast: boolean;
  /**
   * The receiver of a payout, masked; null for other kinds, for an imported payout, and after it was deleted or erased. See
   * `operator.payouts.reveal`.
   */
  readonly beneficiary: StoredBeneficiary | null;
  /** The URL of the gateway's receipt of a payout; null for other kinds, and until the gateway has reported it. */
  readonly receiptUrl: string | null;
  /** The gateway's number of the operation; null until the gateway has reported it. */
  readonly transactionNumber: string | null;
  /** The status in the gateway's latest record; see `refundStatus` and `paymentStatus` of @pgw/protocol. */
  readonly gatewayStatus: number | null;
  /**
   * The operator's reason, without the short id. For an imported operation, the reason in the record. For a payout,
   * the description.
   */
  readonly reason: string | null;
  /** The gateway's text for a refusal. */
  readonly message: string | null;
  /** When the operation was stored, before the gateway received the request. */
  readonly createdAt: number;
  /** When the sweep queries the gateway next; null when no query is due any more. */
  readonly nextQueryAt: number | null;
  /** The day of the latest event `operation-overdue` (3, 7 or 14); 0 before the first one. */
  readonly overdueDays: number;
  /** Incremented by every change; compare-and-set compares it. */
  readonly version: number;
}

/** The fields of an operation that change after it is stored. */
export type OperationChange = Partial<
  Pick<
    Operation,
    | 'state'
    | 'requestedAmount'
    | 'amount'
    | 'charge'
    | 'transactionNumber'
    | 'receiptUrl'
    | 'beneficiary'
    | 'gatewayStatus'
    | 'message'
    | 'nextQueryAt'
    | 'overdueDays'
  >
>;

/** States in which it is unknown whether the gateway has the operation. */
export const undecidedStates: readonly OperationState[] = ['requested', 'unknown'];

/** States without a final outcome. */
export const openStates: readonly OperationState[] = [...undecidedStates, 'processing'];

/** True while it is unknown whether the gateway has the operation. */
export function isUndecided({ state }: Pick<Operation, 'state'>): boolean {
  return undecidedStates.includes(state);
}

/** True while the outcome of an operation is not final. */
export function isOpen({ state }: Pick<Operation, 'state'>): boolean {
  return openStates.includes(state);
}

/** True when the operation has moved money, or may have moved it. */
export function mayHaveMovedMoney({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'done' || openStates.includes(state);
}

/** True for an imported refund without a number of its own. It is the only refund of its payment. */
export function isImportedWithoutNumber({
  origin,
  transactionNumber,
}: Pick<Operation, 'origin' | 'transactionNumber'>): boolean {
  return origin === 'gateway' && transactionNumber === null;
}

/** The amount that operations have moved or may have moved, including charges. */
export function sumMovedAmounts(operations: readonly Operation[]): number {
  return operations.filter(mayHaveMovedMoney).reduce((sum, { amount, charge }) => sum + amount + charge, 0);
}

/** The amount that a capture has captured or may have captured; 0 for other kinds. */
function movedByCapture(operation: Pick<Operation, 'kind' | 'state' | 'amount'>): number {
  return operation.kind === 'capture' && mayHaveMovedMoney(operation) ? operation.amount : 0;
}

/** Returns by how much new and changed operations change the captured amount of their payment. */
export function sumOfMovedCaptures({
  insert = [],
  change: changes = [],
}: {
  readonly insert?: readonly Operation[] | undefined;
  readonly change?:
    | readonly { readonly operation: Operation; readonly change: OperationChange }[]
    | undefined;
} = {}): number {
  return (
    insert.reduce((sum, operation) => sum + movedByCapture(operation), 0) +
    changes.reduce(
      (sum, { operation, change }) =>
        sum + movedByCapture({ ...operation, ...change }) - movedByCapture(operation),
      0,
    )
  );
}

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
} & Partial<Pick<Operation, 'channelId' | 'isLast' | 'beneficiary' | 'reason' | 'state' | 'message'>>;

/** Creates an operation that is stored before it is sent. */
export function createOperation(fields: NewOperation, now: number): Operation {
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
    createdAt: now,
    nextQueryAt: now + firstQueryDelayMs,
    overdueDays: 0,
    version: 1,
    ...fields,
  };
}

/** What the gateway has reported about an operation. */
type Reported = Partial<Pick<Operation, 'transactionNumber' | 'gatewayStatus' | 'nextQueryAt'>>;

/** Creates an operation that was requested at the gateway without this program. It is queried at once by default. */
export function createImportedOperation(imported: NewOperation & Reported, now: number): Operation {
  const { transactionNumber = null, gatewayStatus = null, ...fields } = omitInheritedMembers(imported);
  const operation = { ...createOperation(fields, now), nextQueryAt: now, ...fields };
  return { ...operation, origin: 'gateway', transactionNumber, gatewayStatus };
}

/** Returns an operation after a change, with the next version. */
export function applyOperationChange(operation: Operation, change: OperationChange): Operation {
  return { ...operation, ...change, version: operation.version + 1 };
}

const dayMs = 86_400_000;

/** The ages, in days, at which an operation without a final outcome is reported. */
const overdueAfterDays: readonly number[] = [3, 7, 14];

/** An operation without a final outcome is overdue after this time. */
export const overdueAfterMs = 3 * dayMs;

/** Returns the last of the days 3, 7 and 14 that the age of an operation has reached, or 0. */
export function computeOverdueDays({ createdAt }: Pick<Operation, 'createdAt'>, now: number): number {
  return overdueAfterDays.findLast((days) => now - createdAt >= days * dayMs) ?? 0;
}

/** Returns when the sweep queries an operation in its new state: while it is open. Returns null for every other one. */
export function computeNextQueryAt(operation: Operation, now: number): number | null {
  return isOpen(operation) ? (operation.nextQueryAt ?? computeNextOperationQueryAt(operation, now)) : null;
}
