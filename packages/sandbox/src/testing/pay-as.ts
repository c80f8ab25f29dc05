import { PgwError, type GatewayProfile } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import { decideFields, type DecideOptions } from '../controls/payment-controls.ts';
import type { Payment } from '../ledger/tables.ts';
import { paymentStatusNumber } from '../catalogue/status-numbers.ts';
import { toReturnUrl } from '../pages/return-url.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseArgument } from './parse-argument.ts';

/** How a payment ends, by the outcome of the bank page that the shopper chooses. */
export const payOutcomes = {
  paid: 'approve',
  declined: 'decline',
  'insufficient-funds': 'insufficient-funds',
  'over-limit': 'over-limit',
  'below-minimum': 'below-minimum',
  invalid: 'invalid',
  canceled: 'cancel',
  expired: 'expire',
  authorized: 'authorize',
} as const;

/** How a payment ends. */
export type PayOutcome = keyof typeof payOutcomes;

/** Options of `payAs`. */
export interface PayOptions extends DecideOptions {
  /** The transaction number or the reference. Default: the newest pending payment. */
  readonly payment?: string | undefined;
}

/** A payment with its new status. */
export interface DecidedPayment extends Omit<Payment, 'returnUrl'> {
  /**
   * The URL of the shop to which the browser of the shopper returns, with the parameters of the gateway. Fetch it to
   * simulate the return.
   */
  readonly returnUrl: string;
}

// `Object.keys` of a constant record returns the keys of its type.
const outcomeNames = Object.keys(payOutcomes) as PayOutcome[];
/** The schema of {@link PayOutcome}. */
export const payOutcome = z.enum(outcomeNames, `a payment ends as ${outcomeNames.join(', ')}`);
const payOptions = z.strictObject({
  payment: z.string('must be a transaction number or a reference').optional(),
  ...decideFields,
});

/** Decides a payment as its shopper, and waits until the shop has the callback. */
export async function payAs(
  sandbox: Sandbox,
  returnParameters: GatewayProfile['returnParameters'],
  { outcome, options }: { readonly outcome: PayOutcome; readonly options: PayOptions },
): Promise<DecidedPayment> {
  const name = payOutcomes[parseArgument(payOutcome, outcome, 'payAs')];
  const { payment: wanted, ...decideOptions } = parseArgument(payOptions, options, 'payAs options');
  const pending = findPending(sandbox, wanted);
  if (!sandbox.decide(pending.transactionNumber, name, decideOptions)) throw createNotPending(pending);
  await sandbox.waitForCallbacks();
  const payment = sandbox.findPayment(pending.transactionNumber) ?? pending;
  return { ...payment, returnUrl: toReturnUrl(payment.returnUrl, payment, returnParameters) };
}

function findPending(sandbox: Sandbox, wanted: string | undefined): Payment {
  if (wanted !== undefined) {
    const payment = sandbox.findPayment(wanted);
    if (payment !== undefined) return payment;
    throw new PgwError('invalid-request', `payAs: the gateway has no payment ${wanted}.`);
  }
  const payments = sandbox.listPayments();
  const payment = payments.find(({ status }) => status === paymentStatusNumber.pending) ?? payments[0];
  if (payment !== undefined) return payment;
  throw new PgwError(
    'invalid-request',
    'payAs: the gateway has no payment yet. Start one first, for example by startPayment. listActivities() shows the requests that arrived.',
  );
}

function createNotPending({ transactionNumber, referenceCode, status }: Payment): PgwError {
  return new PgwError(
    'invalid-request',
    `payAs: the payment ${referenceCode} (${transactionNumber}) is not pending: it has the status ${status}.`,
  );
}
