import { GatewayFaultError, isSameReference, moneyText, paymentStatus, walletType } from '@pgw/protocol';
import { duplicateTransactionCode } from '@pgw/protocol/internal';
import { getOperationFacts } from '../../../events/facts.ts';
import type { PaymentContext } from '../../../engine/payment-context.ts';
import {
  createOperation,
  isOpen,
  isUndecided,
  type Operation,
  type OperationChange,
  type OperationState,
} from '../../../model/operations/operation.ts';
import { computeNextOperationQueryAt } from '../../../model/schedule.ts';
import { walletRecords } from '../../../reconciliation/wallet-records.ts';
import { withoutEqual } from '../../../sync/decisions/refund-change.ts';
import { queryRecord, type PaymentRecord } from '../../../sync/gateway-record.ts';
import { requireOperationId, type RequestedKind } from '../../kind.ts';
import { changeOperation, requestOperation } from '../../request.ts';
import {
  createPayoutRequest,
  readPayoutAmount,
  requirePayoutOptions,
  type PayoutRequestOptions,
} from './payout-request.ts';

/** The maximum difference between the gateway's clock and ours. */
const clockToleranceMs = 600_000;

/** A payout that a restored store has requested again was made before its time of creation. */
const maxRestoredAgeMs = 30 * 86_400_000;

type PayoutResponse = Awaited<ReturnType<PaymentContext['gateway']['payout']>>;

/**
 * Sends money to a beneficiary; see `requestOperation`. A payout without a response is searched in the history of the payout
 * wallets. The reference depends only on the id, so the gateway refuses a payout that a restored store does not have.
 *
 * @throws InvalidRequestError with the field of the options, when the payout is invalid. No request was sent.
 */
export async function createPayout(
  context: PaymentContext,
  id: string,
  options: PayoutRequestOptions,
): Promise<Operation> {
  const reference = context.references.createForPayout(id);
  createPayoutRequest(context, reference, options);
  requireOperationId({ kind: 'payout', reference }, id);
  return requestOperation(context, payoutKind, { id, reference, options });
}

const payoutKind: RequestedKind<PayoutRequestOptions, PayoutResponse> = {
  kind: 'payout',
  isSame: (stored, { amount, currencyCode, beneficiary }, { beneficiaries }) => {
    if (stored.origin === 'gateway') return true;
    if (stored.requestedAmount !== amount || stored.currencyCode !== currencyCode) return false;
    const { method, bankCode } = stored.beneficiary ?? beneficiary;
    if (method !== beneficiary.method || bankCode !== beneficiary.bankCode) return false;
    // A beneficiary that was deleted is not compared.
    const { number } = beneficiaries.open(stored) ?? beneficiary;
    return number === beneficiary.number;
  },
  prepare: async (context, id, options) => {
    const { store, gateway, now } = context;
    const reference = context.references.createForPayout(id);
    // A restored store may have imported the payout after its callback.
    const [stored] = await store.list('payouts', reference);
    if (stored !== undefined) return { stored };
    const request = createPayoutRequest(context, reference, options);
    const { channelId } = request;
    const { amount, currencyCode, description: reason = null } = options;
    const beneficiary = context.beneficiaries.seal(id, options.beneficiary);
    const fields = { id, reference, amount, currencyCode, channelId, beneficiary, reason };
    const operation = createOperation({ ...fields, kind: 'payout' }, now());
    const text = `A payout of ${moneyText(operation)} is requested.`;
    return { operation, text, send: () => gateway.attempt.payout(request) };
  },
  storeResponse: async (context, { operation: payout }, { transactionNumber, redirectUrl }) => {
    const receiptUrl = toWebUrl(redirectUrl);
    const text = `The gateway has accepted the payout as transaction ${transactionNumber}.`;
    // A query may have stored the outcome before the response arrived.
    const { operation } = await changeOperation(context, payout, (current) => ({
      ...(isUndecided(current) && { state: 'processing' as const }),
      transactionNumber,
      receiptUrl,
      text,
    }));
    return operation;
  },
  // The gateway has a payout with this reference already.
  isUnknown: (error) => error instanceof GatewayFaultError && error.fault.code === duplicateTransactionCode,
};

/** Returns an http or https URL. Other URLs are not safe in a link. */
function toWebUrl(url: string | null | undefined): string | null {
  return url != null && /^https?:\/\//i.test(url) ? url : null;
}

/**
 * Queries the outcome of a payout, and stores it. If the response to the payout was lost, its number is searched
 * in the history of the payout wallets. Resolves with the stored payout.
 *
 * @throws PgwError when the gateway cannot be queried.
 */
export async function syncPayout(context: PaymentContext, payout: Operation): Promise<Operation> {
  const record = await findRecord(context, payout);
  await storeMissingPayout(context, payout, record);
  return record === undefined ? payout : storeRecord(context, payout, record);
}

/** Resolves with the gateway's record of a payout, or with undefined while the gateway has none. */
async function findRecord(context: PaymentContext, payout: Operation): Promise<PaymentRecord | undefined> {
  const transactionNumber = payout.transactionNumber ?? (await findTransactionNumber(context, payout));
  if (transactionNumber === undefined) return undefined;
  const record = await queryRecord(context, transactionNumber);
  const isOfPayout = record !== undefined && isSameReference(record.referenceCode, payout.reference);
  return isOfPayout ? { ...record, transactionNumber } : undefined;
}

/** Searches the history of the payout wallets for the reference of a payout. */
async function findTransactionNumber(
  context: PaymentContext,
  { reference, createdAt }: Operation,
): Promise<string | undefined> {
  const { gateway, now } = context;
  const { merchantId } = requirePayoutOptions(context);
  const { wallets } = await gateway.inquiryWallet({ tenantId: merchantId });
  const period = { from: createdAt - maxRestoredAgeMs, to: now() + clockToleranceMs };
  for (const { id } of wallets.filter((wallet) => wallet.walletType === walletType.payout)) {
    for await (const record of walletRecords(gateway, { walletId: id, ...period }))
      if (record.kind === 'payout' && isSameReference(record.reference ?? '', reference))
        return record.transactionNumber;
  }
  return undefined;
}

async function storeRecord(
  context: PaymentContext,
  payout: Operation,
  record: PaymentRecord,
): Promise<Operation> {
  const { status } = record;
  const name = `${paymentStatus(status).name} (${status})`;
  const { operation: storedPayout, before } = await changeOperation(context, payout, (current) => {
    // Another query has stored a newer outcome.
    if (current.state !== payout.state && !isOpen(current)) return undefined;
    // A callback may have made the payout due during the query.
    const isDueAgain = current.nextQueryAt !== payout.nextQueryAt;
    const change = planChange(current, record, { now: context.now(), isDueAgain });
    if (change === undefined) return undefined;
    const hasNewStatus = change.state !== current.state || status !== current.gatewayStatus;
    return {
      ...change,
      ...(hasNewStatus && { text: `The payout is ${change.state}: the gateway reports ${name}.` }),
    };
  });
  const isNewOutcome =
    before !== undefined && (storedPayout.state !== before.state || storedPayout.amount !== before.amount);
  if (isNewOutcome) emitOutcome(context, storedPayout, name);
  return storedPayout;
}

/** Returns the change that a record causes, or undefined for no change. */
function planChange(
  payout: Operation,
  record: PaymentRecord,
  { now, isDueAgain }: { readonly now: number; readonly isDueAgain: boolean },
) {
  const { status, transactionNumber } = record;
  const state = toPayoutState(payout, status);
  const amount = readPayoutAmount(record, payout);
  // The record is read again later. No amount is scaled or rounded.
  if (amount === undefined && (state === 'done' || payout.origin === 'gateway')) return undefined;
  return withoutEqual(payout, {
    state,
    transactionNumber,
    gatewayStatus: status,
    ...findAmounts(payout, state, amount),
    message: null,
    ...(!isDueAgain && { nextQueryAt: computeQueryTime(payout, record, now) }),
  });
}

/**
 * A payout is queried until its record has a final status, also if an operator has stored its outcome before. A time
 * in the future is kept, so that the sweep schedules the next query.
 */
function computeQueryTime(payout: Operation, { status }: PaymentRecord, now: number): number | null {
  if (!isPending(status)) return null;
  const storedAt = isOpen(payout) ? payout.nextQueryAt : null;
  return storedAt ?? computeNextOperationQueryAt(payout, now);
}

function isPending(status: number): boolean {
  const { outcome } = paymentStatus(status);
  return outcome === 'pending' || outcome === 'authorized';
}

/** The amount of a payout of this shop is the requested one until it is done. The record of another payout has both. */
function findAmounts(
  { origin }: Operation,
  state: OperationState,
  amount: number | undefined,
): Pick<OperationChange, 'amount' | 'requestedAmount'> {
  if (amount === undefined) return {};
  if (origin === 'gateway') return { requestedAmount: amount, amount };
  return state === 'done' ? { amount } : {};
}

/** Status 17 (RefundReverse) and a failure after Success mean that the money came back. */
function toPayoutState({ state }: Operation, status: number): OperationState {
  const { outcome } = paymentStatus(status);
  const wasDone = state === 'done' || state === 'reversed';
  if (outcome === 'paid') return 'done';
  if (isPending(status)) return wasDone ? state : 'processing';
  return wasDone ? 'reversed' : 'failed';
}

/**
 * Stores the discrepancy that an operator has stored a payout as done and the gateway does not have it, or deletes this
 * discrepancy. Its first report emits an event.
 */
async function storeMissingPayout(
  { store, now, emit }: PaymentContext,
  payout: Operation,
  record: PaymentRecord | undefined,
): Promise<void> {
  const { reference, state } = payout;
  const code = 'payout-missing';
  const message = `The payout of ${moneyText(payout)} is done in this store, and the gateway has no payout with its number and reference. Look it up at the gateway, then accept this discrepancy (operator.discrepancies.accept).`;
  const isMissing = state === 'done' && record === undefined;
  const found = isMissing ? [{ code, message, reference, foundAt: now() } as const] : [];
  const set = [{ reference, codes: [code], found }] as const;
  const [newDiscrepancy] = (await store.commit({ discrepancies: { set } }))?.discrepancies ?? [];
  if (newDiscrepancy !== undefined)
    emit({ level: 'error', event: 'payout-failed', message, ...getOperationFacts(payout) });
}

function emitOutcome({ emit }: PaymentContext, payout: Operation, statusName: string): void {
  const { state, requestedAmount, amount } = payout;
  const hasOtherAmount = state === 'done' && amount !== requestedAmount;
  if (!hasOtherAmount && state !== 'failed' && state !== 'reversed') return;
  const what = hasOtherAmount
    ? `The gateway reports ${moneyText(payout)} instead of ${moneyText({ ...payout, amount: requestedAmount })} for a payout.`
    : `A payout of ${moneyText(payout)} is ${state}: the gateway reports ${statusName}. The beneficiary has not received the money.`;
  const message = `${what} Look it up at the gateway before you pay out again.`;
  emit({ level: 'error', event: 'payout-failed', message, ...getOperationFacts(payout) });
}
