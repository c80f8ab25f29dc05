import { GatewayFaultError, moneyText } from '@pgw/protocol';
import { createNote, type PaymentContext } from '../../engine/payment-context.ts';
import { maxQuotedTextLength } from '../../model/payments/timeline.ts';
import { changeOperation, storeFailedRequest } from '../change-operation.ts';
import { createOperation, createOperationError, requireOperationId } from '../new-operation.ts';
import { isUndecided, type Operation } from '../../model/operations/operation.ts';
import { createPayoutRequest, type PayoutRequestOptions, type SentPayout } from './payout-request.ts';

/** The fault of a reference that the gateway has already (DuplicateTransaction). */
const duplicateCode = 2009;

/**
 * Sends money to a beneficiary. The payout is stored before the request is sent. When no response arrives, the
 * payout is `unknown`: it is searched in the history of the payout wallets, and never sent again. A repeated `id`
 * returns the first payout. The reference depends only on the id, so the gateway refuses a payout that a
 * restored store does not have.
 *
 * @throws InvalidRequestError with the field of the options, when the payout is invalid, or when the id belongs to
 * another operation. No request was sent.
 */
export async function createPayout(
  context: PaymentContext,
  id: string,
  options: PayoutRequestOptions,
): Promise<Operation> {
  const { store } = context;
  const reference = context.references.createForPayout(id);
  const request = createPayoutRequest(context, reference, options);
  requireOperationId({ kind: 'payout', reference }, id);
  const storedPayout = await store.findOperation(id);
  if (storedPayout !== undefined) return requireSamePayout(storedPayout, options);
  const { amount, currencyCode, beneficiary, description = null } = options;
  const payout = createOperation(context, {
    id,
    kind: 'payout',
    reference,
    amount,
    currencyCode,
    channelId: request.channelId,
    beneficiary,
    reason: description,
  });
  const text = `A payout of ${moneyText(payout)} is requested.`;
  if (
    await store.insertOperation(
      payout,
      createNote(context, { reference, source: 'payout', kind: 'operation-changed', text }),
    )
  )
    return sendPayout(context, payout, request);
  // Another request has just stored the payout, or a restored store has imported it after its callback.
  const [importedPayout = payout] = await store.listOperations(reference, 'payout');
  return requireSamePayout((await store.findOperation(id)) ?? importedPayout, options);
}

async function sendPayout(
  context: PaymentContext,
  payout: Operation,
  request: SentPayout,
): Promise<Operation> {
  const outcome = await context.gateway.attempt.payout(request);
  if (outcome.kind === 'done') {
    const { transactionNumber, redirectUrl } = outcome.response;
    const receiptUrl = toWebUrl(redirectUrl);
    const text = `The gateway has accepted the payout as transaction ${transactionNumber}.`;
    // A query may have stored the outcome before the response arrived.
    const { operation } = await changeOperation(context, payout, (current) =>
      isUndecided(current)
        ? { state: 'processing', transactionNumber, receiptUrl, text }
        : { transactionNumber, receiptUrl, text },
    );
    return operation;
  }
  const { kind, error } = outcome;
  const message = error.message.slice(0, maxQuotedTextLength);
  const isDuplicate = error instanceof GatewayFaultError && error.fault.code === duplicateCode;
  if (kind === 'unknown' || isDuplicate) {
    const text = isDuplicate
      ? 'The gateway has a payout with this reference already: its outcome is queried.'
      : 'No response to the payout arrived: its outcome is queried, and it is not sent again.';
    return storeFailedRequest(context, payout, { state: 'unknown', error, message, text });
  }
  const text = `The payout was refused, and no money was moved: ${message}`;
  return storeFailedRequest(context, payout, { state: 'refused', error, message, text });
}

/**
 * Returns the stored payout for a repeated request.
 *
 * @throws InvalidRequestError when the id belongs to another operation.
 */
function requireSamePayout(
  storedPayout: Operation,
  { amount, currencyCode, beneficiary }: PayoutRequestOptions,
): Operation {
  const { kind, reference, origin } = storedPayout;
  if (kind === 'payout' && origin === 'gateway') return storedPayout;
  const isSame =
    kind === 'payout' &&
    storedPayout.requestedAmount === amount &&
    storedPayout.currencyCode === currencyCode &&
    storedPayout.beneficiary?.method === beneficiary.method &&
    storedPayout.beneficiary.number === beneficiary.number &&
    storedPayout.beneficiary.bankCode === beneficiary.bankCode;
  if (isSame) return storedPayout;
  const message = 'the id belongs to another operation; make a new id for each payout';
  throw createOperationError({ kind: 'payout', reference }, message);
}

/** Returns an http or https URL. Other URLs are not safe in a link. */
function toWebUrl(url: string | null | undefined): string | null {
  return url != null && /^https?:\/\//i.test(url) ? url : null;
}
