import { InvalidRequestError } from '@pgw/protocol';
import { createNote, type Engine } from '../payments/engine.ts';
import { maxQuotedTextLength } from '../payments/timeline.ts';
import { createCapture, type CaptureOptions } from './create-capture.ts';
import { createOperatorPayouts, type OperatorPayouts } from './payouts/operator-payouts.ts';
import { createRefund, type RefundOptions } from './create-refund.ts';
import type { DifferenceCode, StoredDifference } from './difference.ts';
import type { Operation } from './operation.ts';
import { resolveOperation, type ResolveOperationOptions } from './resolve-operation.ts';

/** The refunds of an operator. */
export interface OperatorRefunds {
  /**
   * Refunds a payment, in full or in part. See `RefundOptions`. The refund is queried until its outcome is
   * final. `id` is the idempotency key: 8 to 64 characters of A-Z a-z 0-9 - _. Make a new id for each refund: a
   * repeated id returns the first refund.
   */
  create(id: string, options: RefundOptions): Promise<Operation>;
  /**
   * Stores the outcome of a refund that the gateway may not have received. After `refused`, the amount can be
   * refunded again.
   */
  resolve(id: string, options: ResolveOperationOptions): Promise<Operation>;
}

/** The captures of an operator. */
export interface OperatorCaptures {
  /**
   * Captures an authorized payment, in full or in part. See `CaptureOptions`. After a full or last capture the
   * payment becomes paid and is fulfilled. Its `capturedAmount` is the sum of the captures. `id` is the
   * idempotency key, as for a refund.
   */
  create(id: string, options: CaptureOptions): Promise<Operation>;
  /** Stores the outcome of a partial capture that the gateway's record does not show. */
  resolve(id: string, options: ResolveOperationOptions): Promise<Operation>;
}

/** The differences between the store and the gateway that a person must look at. */
export interface OperatorDifferences {
  /** Differences that no person has accepted, newest first. Default limit 50. */
  list(filter?: { readonly reference?: string; readonly limit?: number }): Promise<StoredDifference[]>;
  /**
   * Accepts a difference, so that it is not listed until it changes. `reason` is written to the timeline. Rejects
   * with an InvalidRequestError when the payment has no such difference.
   */
  accept(
    reference: string,
    options: { readonly code: DifferenceCode; readonly reason: string },
  ): Promise<void>;
}

/** The methods of an operator for refunds, captures and differences. */
export interface OperationMethods {
  /** Returns money of a payment. */
  readonly refunds: OperatorRefunds;
  /** Captures authorized payments. */
  readonly captures: OperatorCaptures;
  /** Sends money from the payout wallet. */
  readonly payouts: OperatorPayouts;
  /** Lists and accepts differences between the store and the gateway. */
  readonly differences: OperatorDifferences;
}

/** Creates the operations of an operator that move money. */
export function createOperationMethods(engine: Engine): OperationMethods {
  return {
    refunds: {
      create: (id, options) => createRefund(engine, id, options),
      resolve: (id, options) => resolveOperation(engine, { kind: 'refund', id }, options),
    },
    captures: {
      create: (id, options) => createCapture(engine, id, options),
      resolve: (id, options) => resolveOperation(engine, { kind: 'capture', id }, options),
    },
    payouts: createOperatorPayouts(engine),
    differences: {
      list: ({ reference, limit = 50 } = {}) => engine.store.listDifferences({ reference, limit }),
      accept: (reference, options) => acceptDifference(engine, reference, options),
    },
  };
}

async function acceptDifference(
  engine: Engine,
  reference: string,
  { code, reason }: { readonly code: DifferenceCode; readonly reason: string },
): Promise<void> {
  const createError = (message: string): InvalidRequestError =>
    new InvalidRequestError(`Payment ${reference}`, [{ path: '', message }], { ids: { reference } });
  if (reason.trim() === '') throw createError('a reason is required');
  const text = `The difference ${code} was accepted: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(engine, reference, 'operator', text);
  if (!(await engine.store.acceptDifference({ reference, code }, note)))
    throw createError(`there is no open difference ${code}`);
}
