import { InvalidRequestError } from '@pgw/protocol';
import {
  operationDiscrepancyCodes,
  type DiscrepancyCode,
  type ListedDiscrepancy,
  type PaymentDiscrepancyCode,
  type OperationDiscrepancyCode,
} from '../model/payments/discrepancy.ts';
import { createNote, type PaymentContext, type AccountOption, quoteText } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';

/** A filter of discrepancies. */
export interface DiscrepancyFilter extends AccountOption {
  /** Only discrepancies of the payment or payout with this reference. */
  readonly reference?: string | undefined;
  /** The maximum number. Default 50. */
  readonly limit?: number | undefined;
}

/** The options of `operator.discrepancies.accept`. */
export interface AcceptDiscrepancyOptions extends AccountOption {
  /** The discrepancy: its `code` in the result of `list`. */
  readonly code: DiscrepancyCode;
  /** Written to the timeline. */
  readonly reason: string;
}

/** The discrepancies between the store and the gateway that a person must look at. */
export interface OperatorDiscrepancies {
  /**
   * Discrepancies about which no person has decided, newest first: refunds and payouts that differ, and payments in the states
   * `review` and `reversed`.
   */
  list(filter?: DiscrepancyFilter): Promise<ListedDiscrepancy[]>;
  /**
   * Accepts a discrepancy of operations, so that it is not listed until it changes.
   *
   * @throws InvalidRequestError when the reason is empty, the payment or payout has no such discrepancy, or `operator.reviews.resolve`
   * ends the discrepancy.
   */
  accept(reference: string, options: AcceptDiscrepancyOptions): Promise<void>;
}

const defaultLimit = 50;

/** Creates the methods of an operator for discrepancies. */
export function createDiscrepancyMethods(context: PaymentContext): OperatorDiscrepancies {
  return {
    list: (filter) => listDiscrepancies(context, filter),
    accept: (reference, options) => acceptDiscrepancy(context, reference, options),
  };
}

async function listDiscrepancies(
  { store }: PaymentContext,
  { reference, limit = defaultLimit }: DiscrepancyFilter = {},
): Promise<ListedDiscrepancy[]> {
  const [ofOperations, payments] = await Promise.all([
    store.search('discrepancies', { reference, limit }),
    reference === undefined
      ? store.search('payments', { states: ['review', 'reversed'], limit })
      : store.find('payment', reference).then((payment) => (payment === undefined ? [] : [payment])),
  ]);
  return [...ofOperations, ...payments.flatMap(describeDiscrepancy)]
    .toSorted((a, b) => b.foundAt - a.foundAt)
    .slice(0, limit);
}

const paymentTexts: Readonly<Record<PaymentDiscrepancyCode, string>> = {
  'payment-amount': 'The amount in the record of the gateway differs from the stored amount.',
  'payment-record': 'The currency, reference or transaction number in the record of the gateway differs.',
  'payment-captured': 'The authorized payment was captured at the gateway without this shop.',
  'payment-price': 'The amount differs from the price of the order.',
  'payment-adopted': 'The payment was adopted from the record of the gateway.',
  'payment-reversed': 'The payment was paid, and the gateway has taken the money back.',
  'payment-canceled': 'The gateway reports money for a payment that an operator has ended as canceled.',
};

/** Returns the discrepancy of a payment that waits for an operator's decision. */
function describeDiscrepancy({ reference, state, discrepancy }: Payment): readonly ListedDiscrepancy[] {
  if (discrepancy === null || (state !== 'review' && state !== 'reversed')) return [];
  const { code, since: foundAt } = discrepancy;
  const message = `${paymentTexts[code]} Compare both, then call operator.reviews.resolve.`;
  return [{ reference, code, message, foundAt }];
}

async function acceptDiscrepancy(
  context: PaymentContext,
  reference: string,
  { code, reason }: AcceptDiscrepancyOptions,
): Promise<void> {
  const subject = await findSubject(context, reference);
  const createError = (message: string): InvalidRequestError =>
    new InvalidRequestError(`${subject} ${reference}`, [{ path: '', message }], { ids: { reference } });
  if (reason.trim() === '') throw createError('a reason is required');
  if (!isOperationCode(code)) throw createError(`the discrepancy ${code} ends with operator.reviews.resolve`);
  const text = `The discrepancy ${code} was accepted: ${quoteText(reason)}`;
  const note = createNote(context, { reference }, { source: 'operator', kind: 'discrepancy-accepted', text });
  const plan = { discrepancies: { accept: [{ reference, code }] }, notes: [note] };
  if ((await context.store.commit(plan)) === undefined)
    throw createError(`there is no open discrepancy ${code}`);
}

/** A payout can have the reference of a payment. Its discrepancies are then those of the payment. */
async function findSubject({ store }: PaymentContext, reference: string): Promise<'Payment' | 'Payout'> {
  if ((await store.find('payment', reference)) !== undefined) return 'Payment';
  return (await store.list('payouts', reference)).length > 0 ? 'Payout' : 'Payment';
}

function isOperationCode(code: DiscrepancyCode): code is OperationDiscrepancyCode {
  return operationDiscrepancyCodes.some((other) => other === code);
}
