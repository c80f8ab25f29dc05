import type { PaymentContext } from '../engine/payment-context.ts';
import { createApprovals, type OperatorApprovals } from './approvals.ts';
import { createCapture, type CaptureOptions } from './kinds/capture.ts';
import { createOperatorPayouts, type OperatorPayouts } from './kinds/payout/operator-payouts.ts';
import { createRefund, type RefundOptions } from './kinds/refund.ts';
import { createDiscrepancyMethods, type OperatorDiscrepancies } from './operator-discrepancies.ts';
import { requireOperationId } from './kind.ts';
import type { Operation } from '../model/operations/operation.ts';
import { resolveOperation, type ResolveOperationOptions } from './resolve.ts';

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

/** The methods of an operator for refunds, captures and discrepancies. */
export interface OperationMethods {
  /** Returns money of a payment. */
  readonly refunds: OperatorRefunds;
  /** Captures authorized payments. */
  readonly captures: OperatorCaptures;
  /** Sends money from the payout wallet. */
  readonly payouts: OperatorPayouts;
  /** Refunds and payouts that a second person must approve. */
  readonly approvals: OperatorApprovals;
  /** Lists and accepts discrepancies between the store and the gateway. */
  readonly discrepancies: OperatorDiscrepancies;
}

/** Creates the operations of an operator that move money. */
export function createOperationMethods(context: PaymentContext): OperationMethods {
  return {
    refunds: {
      create: async (id, options) => {
        requireOperationId({ kind: 'refund', reference: options.reference }, id);
        return createRefund(context, id, options);
      },
      resolve: (id, options) => resolveOperation(context, { kind: 'refund', id }, options),
    },
    captures: {
      create: (id, options) => createCapture(context, id, options),
      resolve: (id, options) => resolveOperation(context, { kind: 'capture', id }, options),
    },
    payouts: createOperatorPayouts(context),
    approvals: createApprovals(context),
    discrepancies: createDiscrepancyMethods(context),
  };
}
