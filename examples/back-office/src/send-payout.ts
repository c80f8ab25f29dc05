import { InvalidRequestError, PgwError } from '@pgw/client';
import { currencyCode, type FieldErrors } from '@pgw/example-pages';
import type { Office } from './context.ts';
import { fetchPayoutBanks } from './payout-banks.ts';
import { toFieldErrors, toPayoutRequest, validateEntry, type PayoutEntry } from './payout-entry.ts';
import type { Payout, PayoutRequest } from './payouts.ts';

/** The gateway's number for the wallet type "Payout wallet". */
const payoutWalletType = 2;

/** The browser of the clerk. The gateway stores its address and user agent. */
interface Sender {
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
}

interface PayoutSubmission extends Sender {
  readonly request: PayoutRequest;
  /** Identifies the form, so that a form that is sent twice makes one payout. */
  readonly key: string;
  /** The name of the clerk who requests the payout. */
  readonly clerk: string;
}

/** Validates the form. Sends no payout. */
export async function validatePayout(
  office: Office,
  entry: PayoutEntry,
): Promise<{ readonly request: PayoutRequest } | { readonly errors: FieldErrors }> {
  const banks = entry.method === 'bank' ? await fetchPayoutBanks(office.gateway) : [];
  const request = toPayoutRequest(entry, banks);
  // The client validates a request before it sends it. The amount 0 is invalid, so this request is never sent.
  // The error of the amount is kept only if the entered amount is invalid too.
  const sender = { ipAddress: '127.0.0.1', userAgent: undefined };
  const invalidRequest = toGatewayRequest(office, { ...request, amount: 0 }, { reference: 'none', sender });
  const outcome = await office.gateway.attempt.payout(invalidRequest);
  const { amount, ...otherErrors } =
    outcome.kind === 'not-sent' ? groupErrorsByField(outcome.error, entry.method) : {};
  const errors = {
    ...otherErrors,
    ...(request.amount === 0 && { amount }),
    ...validateEntry(entry, banks),
  };
  return Object.keys(errors).length > 0 ? { errors } : { request };
}

/**
 * Sends a payout, once for each key. The payout is stored before it is sent. If the response is lost, its
 * state is `unknown`, and it is never sent again.
 */
export async function sendPayout(
  office: Office,
  { request, key, clerk, ...sender }: PayoutSubmission,
): Promise<{ readonly payout: Payout } | { readonly errors: FieldErrors }> {
  const { payouts, gateway } = office;
  const { payout, isNew } = payouts.create(key, request);
  const { reference } = payout;
  if (!isNew) return { payout };
  const action = { clerk, text: 'Payout requested', subject: reference, key: `payout:${key}` };
  const outcome = await office.actions.run(action, () =>
    gateway.attempt.payout(toGatewayRequest(office, request, { reference, sender })),
  );
  if (outcome.kind === 'not-sent' && outcome.error instanceof InvalidRequestError) {
    payouts.deleteUnsent(reference);
    return { errors: groupErrorsByField(outcome.error, request.method) };
  }
  if (outcome.kind === 'done') {
    const { transactionNumber, redirectUrl = null } = outcome.response;
    payouts.update(payout, { state: 'accepted', transactionNumber, receiptUrl: toWebUrl(redirectUrl) });
  } else {
    const state = outcome.kind === 'rejected' ? 'refused' : outcome.kind;
    payouts.update(payout, { state, message: outcome.error.message });
  }
  return { payout: payouts.find(reference) ?? payout };
}

/**
 * Fetches the sum of all payout wallets in the shop's currency, in sen. Undefined when the request fails.
 */
export async function fetchPayoutBalance({ gateway, merchantId }: Office): Promise<number | undefined> {
  try {
    const { wallets } = await gateway.inquiryWallet({ tenantId: merchantId });
    const payoutWallets = wallets.filter(
      (wallet) => wallet.walletType === payoutWalletType && wallet.currencyCode === currencyCode,
    );
    return Math.round(payoutWallets.reduce((sum, { balance }) => sum + balance, 0) * 100);
  } catch (error) {
    if (error instanceof PgwError) return undefined;
    throw error;
  }
}

/**
 * Queries the status of a payout at the gateway and stores it. The query needs the transaction number,
 * because the gateway has no query by reference. If the response of the payout was lost, the number comes
 * from the history of the payout wallets.
 *
 * @returns `not-found` when the history does not contain the payout.
 */
export async function refreshPayout(office: Office, payout: Payout): Promise<'found' | 'not-found'> {
  const { payouts, gateway } = office;
  const transactionNumber = payout.transactionNumber ?? (await findTransactionNumber(office, payout));
  if (transactionNumber === undefined) return 'not-found';
  const accepted = { state: 'accepted', transactionNumber, message: null } as const;
  payouts.update(payout, accepted);
  const { status } = await gateway.queryPayment({ transactionNumber });
  payouts.update(payout, { ...accepted, gatewayStatus: status });
  return 'found';
}

/** The maximum difference between the gateway's clock and the shop's clock. */
const clockToleranceMs = 10 * 60 * 1000;

/** Searches the history of the payout wallets for the reference of a payout. */
async function findTransactionNumber(
  office: Office,
  { reference, createdAt }: Payout,
): Promise<string | undefined> {
  const { gateway, merchantId, now } = office;
  const { wallets } = await gateway.inquiryWallet({ tenantId: merchantId });
  const dateTimeFrom = new Date(createdAt - clockToleranceMs).toISOString();
  const dateTimeTo = new Date(now() + clockToleranceMs).toISOString();
  for (const { id } of wallets.filter(({ walletType }) => walletType === payoutWalletType)) {
    for await (const page of gateway.walletHistory({ walletId: id, dateTimeFrom, dateTimeTo })) {
      const entry = page.walletHistories.find(
        ({ refenceCode }) => refenceCode?.toLowerCase() === reference.toLowerCase(),
      );
      if (entry?.transactionNumber != null) return entry.transactionNumber;
    }
  }
  return undefined;
}

function toGatewayRequest(
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

function groupErrorsByField(error: PgwError, method: PayoutRequest['method']): FieldErrors {
  return error instanceof InvalidRequestError
    ? toFieldErrors(error.violations, method)
    : { form: error.message };
}

/** Returns the URL when it is an http or https URL, otherwise null. Other URLs are not safe in a link. */
function toWebUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}
