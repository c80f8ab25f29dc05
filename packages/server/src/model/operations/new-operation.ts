import { createHash } from 'node:crypto';
import { normalizeReference } from '@pgw/protocol';
import { omitInheritedMembers } from '@pgw/protocol/internal';
import type { Operation, OperationChange } from './operation.ts';

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
