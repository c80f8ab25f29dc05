import { InvalidRequestError, PgwError } from '@pgw/client';
import { currencyCode, type FieldErrors } from '@pgw/example-pages';
import type { Office } from './context.ts';
import { fetchPayoutBanks } from './payout-banks.ts';
import { entryErrors, errorsOf, toPayoutRequest, type PayoutEntry } from './payout-form.ts';
import type { Payout, PayoutRequest } from './payouts.ts';

/** Interface, "Wallet". */
const payoutWallet = 2;

/** The clerk's browser, which the gateway records. */
interface Sender {
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
}

interface PayoutSubmission extends Sender {
  readonly request: PayoutRequest;
  /** Identifies the form: the same key is the same payout. */
  readonly key: string;
}

/** Checks the form without sending anything. */
export async function validatePayout(
  office: Office,
  entry: PayoutEntry,
): Promise<{ readonly request: PayoutRequest } | { readonly errors: FieldErrors }> {
  const banks = entry.method === 'bank' ? await fetchPayoutBanks(office.gateway) : [];
  const request = toPayoutRequest(entry, banks);
  // The client rejects an amount of 0 and names every broken rule, so nothing is sent.
  const sender = { ipAddress: '127.0.0.1', userAgent: undefined };
  const unsendable = gatewayRequest(office, { ...request, amount: 0 }, { reference: 'none', sender });
  const outcome = await office.gateway.attempt.payout(unsendable);
  const { amount, ...others } = outcome.kind === 'not-sent' ? violated(outcome.error, entry.method) : {};
  const errors = { ...others, ...(request.amount === 0 && { amount }), ...entryErrors(entry, banks) };
  return Object.keys(errors).length > 0 ? { errors } : { request };
}

/**
 * Pays out once for each key, and stores the payout before it is sent. If the response is lost, its state is `unknown`, and it is
 * never sent again.
 */
export async function sendPayout(
  office: Office,
  { request, key, ...sender }: PayoutSubmission,
): Promise<{ readonly payout: Payout } | { readonly errors: FieldErrors }> {
  const { payouts, gateway } = office;
  const { payout, isNew } = payouts.open(key, request);
  const { reference } = payout;
  if (!isNew) return { payout };
  const outcome = await gateway.attempt.payout(gatewayRequest(office, request, { reference, sender }));
  if (outcome.kind === 'not-sent' && outcome.error instanceof InvalidRequestError) {
    payouts.withdraw(reference);
    return { errors: violated(outcome.error, request.method) };
  }
  if (outcome.kind === 'done') {
    const { transactionNumber, redirectUrl = null } = outcome.response;
    payouts.record(payout, { state: 'accepted', transactionNumber, receiptUrl: webAddress(redirectUrl) });
  } else {
    const state = outcome.kind === 'rejected' ? 'refused' : outcome.kind;
    payouts.record(payout, { state, message: outcome.error.message });
  }
  return { payout: payouts.find(reference) ?? payout };
}

/** Sen in the payout wallets of the shop's currency; undefined when the gateway does not say. */
export async function fetchPayoutBalance({ gateway, merchantId }: Office): Promise<number | undefined> {
  try {
    const { wallets } = await gateway.inquiryWallet({ tenantId: merchantId });
    const own = wallets.filter(
      (wallet) => wallet.walletType === payoutWallet && wallet.currencyCode === currencyCode,
    );
    return Math.round(own.reduce((sum, { balance }) => sum + balance, 0) * 100);
  } catch (error) {
    if (error instanceof PgwError) return undefined;
    throw error;
  }
}

/**
 * Queries the state of a payout by its transaction number. If the response was lost, the number is looked up in the history of
 * the payout wallets, because the gateway has no query by reference.
 */
export async function refreshPayout(office: Office, payout: Payout): Promise<'known' | 'not-found'> {
  const { payouts, gateway } = office;
  const transactionNumber = payout.transactionNumber ?? (await numberInHistory(office, payout));
  if (transactionNumber === undefined) return 'not-found';
  const found = { state: 'accepted', transactionNumber, message: null } as const;
  payouts.record(payout, found);
  const { status } = await gateway.queryPayment({ transactionNumber });
  payouts.record(payout, { ...found, gatewayStatus: status });
  return 'known';
}

/** The gateway's clock may be behind ours. */
const marginMs = 10 * 60 * 1000;

async function numberInHistory(
  office: Office,
  { reference, createdAt }: Payout,
): Promise<string | undefined> {
  const { gateway, merchantId, now } = office;
  const { wallets } = await gateway.inquiryWallet({ tenantId: merchantId });
  const dateTimeFrom = new Date(createdAt - marginMs).toISOString();
  const dateTimeTo = new Date(now() + marginMs).toISOString();
  for (const { id } of wallets.filter(({ walletType }) => walletType === payoutWallet)) {
    for await (const page of gateway.walletHistory({ walletId: id, dateTimeFrom, dateTimeTo })) {
      const entry = page.walletHistories.find(
        ({ refenceCode }) => refenceCode?.toLowerCase() === reference.toLowerCase(),
      );
      if (entry?.transactionNumber != null) return entry.transactionNumber;
    }
  }
  return undefined;
}

function gatewayRequest(
  { gateway, payoutChannelId, publicUrl }: Office,
  request: PayoutRequest,
  { reference, sender }: { readonly reference: string; readonly sender: Sender },
) {
  const { method, bankCode, name, account, mobile, description } = request;
  return {
    channelId: payoutChannelId,
    providerChannelId: method === 'bank' ? bankCode : gateway.profile.payoutProxies[method],
    currencyCode: request.currencyCode,
    amount: request.amount,
    referenceCode: reference,
    ...(description !== '' && { description }),
    ipAddress: sender.ipAddress,
    ...(sender.userAgent !== undefined && { userAgent: sender.userAgent.slice(0, 200) }),
    returnUrl: `${publicUrl}/office/payouts/${reference}`,
    customer: {
      ...(name !== '' && { name }),
      ...(account !== '' && method !== 'mobileNumber' && { username: account }),
      ...(mobile !== '' && { mobileNo: mobile }),
    },
    localCitizen: request.isLocal,
  };
}

function violated(error: PgwError, method: PayoutRequest['method']): FieldErrors {
  return error instanceof InvalidRequestError ? errorsOf(error.violations, method) : { form: error.message };
}

/** Only what a browser may be sent to by a link. */
function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}
