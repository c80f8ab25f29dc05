import type { Outcome } from '@pgw/client';
import { InvalidRequestError, type PgwError } from '@pgw/protocol';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { Operation, OperationKind } from '../model/operations/operation.ts';
import type { Payment } from '../model/payments/payment.ts';

/** An operation that may be stored and sent. */
export interface PreparedOperation<Response> {
  readonly operation: Operation;
  /** The payment that was read. Undefined for a payout. */
  readonly payment?: Payment | undefined;
  /** The text of the timeline entry. */
  readonly text: string;
  readonly send: () => Promise<Outcome<Response>>;
}

/** What a kind of operation must say about its requests. */
export interface RequestedKind<Options, Response> {
  readonly kind: OperationKind;
  /** True if a stored operation of this kind is the one of a repeated request. */
  readonly isSame: (stored: Operation, options: Options, context: PaymentContext) => boolean;
  /**
   * Reads what the request depends on, and builds the operation. Resolves with an operation that the store has already,
   * under another id.
   *
   * @throws InvalidRequestError for a request that breaks a rule. Nothing was sent.
   */
  readonly prepare: (
    context: PaymentContext,
    id: string,
    options: Options,
  ) => Promise<PreparedOperation<Response> | { readonly stored: Operation }>;
  /** Stores a response. */
  readonly storeResponse: (
    context: PaymentContext,
    sent: PreparedOperation<Response>,
    response: Response,
  ) => Promise<Operation>;
  /** Returns the operator's text for an error. Default: the message of the error. */
  readonly describeError?: ((sent: PreparedOperation<Response>, error: PgwError) => string) | undefined;
  /** True for a refusal after which the gateway may have the operation. */
  readonly isUnknown?: ((error: PgwError) => boolean) | undefined;
  /** Called after the outcome of a request is stored. */
  readonly afterwards?:
    | ((context: PaymentContext, sent: PreparedOperation<Response>) => Promise<void>)
    | undefined;
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
