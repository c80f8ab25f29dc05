import { InvalidRequestError, type PgwError } from '@pgw/client';
import type { FieldErrors } from '@pgw/example-pages';
import type { Office } from './context.ts';
import { errorsOf, ownErrors, payoutRequest, type PayoutTyped } from './payout-form.ts';
import type { Payout, PayoutRequest } from './payouts.ts';

/** Who sits at the form, as the gateway wants to know it. */
interface Person {
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
}

interface PayOut extends Person {
  readonly typed: PayoutTyped;
  /** Made once for each form: the same key is the same payout. */
  readonly key: string;
}

/**
 * Pays out once for each key, and stores the payout before the gateway is asked. An answer that was lost leaves it
 * `unknown`; it is never sent again.
 */
export async function payOut(
  office: Office,
  { typed, key, ...person }: PayOut,
): Promise<{ readonly payout: Payout } | { readonly errors: FieldErrors }> {
  const { payouts, gateway } = office;
  const request = payoutRequest(typed);
  const own = ownErrors(typed);
  if (Object.keys(own).length > 0) {
    // An amount of 0 breaks a rule of the client, so nothing is sent: it only tells what else is wrong.
    const rest = await gateway.attempt.payout(
      gatewayRequest(office, { ...request, amount: 0 }, { reference: 'none', person }),
    );
    const { amount, ...others } = rest.kind === 'not-sent' ? violated(rest.error) : {};
    return { errors: { ...others, ...(request.amount === 0 && { amount }), ...own } };
  }
  const { payout, isNew } = payouts.open(key, request);
  const { reference } = payout;
  if (!isNew) return { payout };
  const outcome = await gateway.attempt.payout(gatewayRequest(office, request, { reference, person }));
  if (outcome.kind === 'not-sent' && outcome.error instanceof InvalidRequestError) {
    payouts.withdraw(reference);
    return { errors: violated(outcome.error) };
  }
  if (outcome.kind === 'done') {
    const { transactionNumber, redirectUrl = null } = outcome.answer;
    payouts.record(payout, { state: 'accepted', transactionNumber, receiptUrl: webAddress(redirectUrl) });
  } else {
    const state = outcome.kind === 'rejected' ? 'refused' : outcome.kind;
    payouts.record(payout, { state, message: outcome.error.message });
  }
  return { payout: payouts.find(reference) ?? payout };
}

/**
 * Finds out what became of a payout: by its transaction number; or, where the answer was lost, by looking for its
 * reference in the history of the payout wallets, since the gateway has no question by reference.
 */
export async function askAboutPayout(office: Office, payout: Payout): Promise<'known' | 'not-found'> {
  const { payouts, gateway } = office;
  const transactionNumber = payout.transactionNumber ?? (await numberInHistory(office, payout));
  if (transactionNumber === undefined) return 'not-found';
  const found = { state: 'accepted', transactionNumber, message: null } as const;
  payouts.record(payout, found);
  const { status } = await gateway.queryPayment({ transactionNumber });
  payouts.record(payout, { ...found, gatewayStatus: status });
  return 'known';
}

const payoutWallet = 2;
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
  { reference, person }: { readonly reference: string; readonly person: Person },
) {
  const { method, bankCode, name, account, mobile, description } = request;
  return {
    channelId: payoutChannelId,
    providerChannelId: method === 'bank' ? bankCode : gateway.profile.payoutProxies[method],
    currencyCode: request.currencyCode,
    amount: request.amount,
    referenceCode: reference,
    ...(description !== '' && { description }),
    ipAddress: person.ipAddress,
    ...(person.userAgent !== undefined && { userAgent: person.userAgent.slice(0, 200) }),
    returnUrl: `${publicUrl}/office/payouts/${reference}`,
    customer: {
      ...(name !== '' && { name }),
      ...(account !== '' && method !== 'mobileNumber' && { username: account }),
      ...(mobile !== '' && { mobileNo: mobile }),
    },
    localCitizen: request.isLocal,
  };
}

function violated(error: PgwError): FieldErrors {
  return error instanceof InvalidRequestError ? errorsOf(error.violations) : { form: error.message };
}

/** Only what a browser may be sent to by a link. */
function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}
