import { isSameReference, moneyText, paymentStatus, walletType } from '@pgw/protocol';
import { getOperationFacts } from '../../events/facts.ts';
import type { Engine } from '../../payments/engine.ts';
import { queryRecord, type PaymentRecord } from '../../payments/gateway-record.ts';
import { walletRecords } from '../../reconciliation/wallet-records.ts';
import { changeOperation } from '../change-operation.ts';
import { isOpen, type Operation, type OperationChange, type OperationState } from '../operation.ts';
import { readPayoutAmount } from './payout-amount.ts';
import { requirePayoutOptions } from './payout-request.ts';

/** The maximum difference between the gateway's clock and ours. */
const clockToleranceMs = 600_000;

/**
 * Queries the outcome of a payout, and stores it. If the response to the payout was lost, its number is searched
 * in the history of the payout wallets. Resolves with the stored payout.
 *
 * @throws PgwError when the gateway cannot be queried.
 */
export async function syncPayout(engine: Engine, payout: Operation): Promise<Operation> {
  const queriedPayout = await queryPayout(engine, payout);
  if (isOpen(queriedPayout) || queriedPayout.nextQueryAt === null) return queriedPayout;
  return changeOperation(engine, queriedPayout, { nextQueryAt: null });
}

async function queryPayout(engine: Engine, payout: Operation): Promise<Operation> {
  const transactionNumber = payout.transactionNumber ?? (await findTransactionNumber(engine, payout));
  if (transactionNumber === undefined) return payout;
  const record = await queryRecord(engine, transactionNumber);
  if (record === undefined || !isSameReference(record.referenceCode, payout.reference)) return payout;
  return storeRecord(engine, payout, { ...record, transactionNumber });
}

async function storeRecord(engine: Engine, payout: Operation, record: PaymentRecord): Promise<Operation> {
  const { status, transactionNumber } = record;
  const state = toPayoutState(payout, status);
  const amount = readPayoutAmount(record, payout);
  // The record is read again later. No amount is scaled or rounded.
  if (amount === undefined && (state === 'done' || payout.origin === 'gateway')) return payout;
  const change = { state, transactionNumber, gatewayStatus: status, ...findAmounts(payout, state, amount) };
  const isUnchanged =
    payout.state === state &&
    payout.amount === (change.amount ?? payout.amount) &&
    payout.gatewayStatus === status &&
    payout.transactionNumber === transactionNumber;
  if (isUnchanged) return payout;
  const name = `${paymentStatus(status).name} (${status})`;
  const storedPayout = await changeOperation(engine, payout, {
    ...change,
    message: null,
    text: `The payout is ${state}: the gateway reports ${name}.`,
  });
  if (storedPayout.state === state) emitOutcome(engine, storedPayout, name);
  return storedPayout;
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
  if (outcome === 'pending' || outcome === 'authorized') return wasDone ? state : 'processing';
  return wasDone ? 'reversed' : 'failed';
}

function emitOutcome(engine: Engine, payout: Operation, statusName: string): void {
  const { state, requestedAmount, amount } = payout;
  const hasOtherAmount = state === 'done' && amount !== requestedAmount;
  if (!hasOtherAmount && state !== 'failed' && state !== 'reversed') return;
  const what = hasOtherAmount
    ? `The gateway reports ${moneyText(payout)} instead of ${moneyText({ ...payout, amount: requestedAmount })} for a payout.`
    : `A payout of ${moneyText(payout)} is ${state}: the gateway reports ${statusName}. The beneficiary has not received the money.`;
  const message = `${what} Look it up at the gateway before you pay out again.`;
  engine.emit({ level: 'error', event: 'payout-failed', message, ...getOperationFacts(payout) });
}

/** Searches the history of the payout wallets for the reference of a payout. */
async function findTransactionNumber(
  engine: Engine,
  { reference, createdAt }: Operation,
): Promise<string | undefined> {
  const { gateway, now } = engine;
  const { merchantId } = requirePayoutOptions(engine);
  const { wallets } = await gateway.inquiryWallet({ tenantId: merchantId });
  const period = { from: createdAt - clockToleranceMs, to: now() + clockToleranceMs };
  for (const { id } of wallets.filter((wallet) => wallet.walletType === walletType.payout)) {
    for await (const record of walletRecords(gateway, { walletId: id, ...period }))
      if (record.kind === 'payout' && isSameReference(record.reference ?? '', reference))
        return record.transactionNumber;
  }
  return undefined;
}
