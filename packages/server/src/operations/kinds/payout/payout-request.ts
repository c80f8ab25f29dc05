import type { GatewayClient } from '@pgw/client';
import { endpoints, InvalidRequestError, payoutViolations, type Money, type Violation } from '@pgw/protocol';
import { parseInput, violationsOf } from '@pgw/protocol/internal';
import type { PaymentContext, AccountOption } from '../../../engine/payment-context.ts';
import type { PayoutOptions, PayoutBeneficiary } from '../../../model/operations/payouts.ts';

/** A payout that an operator requests. */
export interface PayoutRequestOptions extends AccountOption {
  /** Integer minor units. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /** The receiver. */
  readonly beneficiary: PayoutBeneficiary;
  /** A text for the beneficiary, where the provider supports it. At most 100 characters. */
  readonly description?: string | undefined;
  /** The address of the operator's device. The gateway stores it. */
  readonly ipAddress: string;
  /** The header `User-Agent` of the operator's browser. The gateway stores its first 200 characters. */
  readonly userAgent?: string | undefined;
  /** The page to which the gateway's receipt links, as an absolute URL. */
  readonly returnUrl: string;
}

/** The request to the gateway. */
export type SentPayout = Parameters<GatewayClient['payout']>[0];

const maxUserAgentLength = 200;

/**
 * Returns the options of payouts.
 *
 * @throws InvalidRequestError when the checkout has no option `payouts`.
 */
export function requirePayoutOptions({ payouts }: Pick<PaymentContext, 'payouts'>): PayoutOptions {
  if (payouts !== undefined) return payouts;
  throw new InvalidRequestError('Payouts', [
    { path: '', message: 'set the option payouts of createCheckout first' },
  ]);
}

/**
 * Builds the request of a payout, and validates it with the rules of the gateway.
 *
 * @throws InvalidRequestError with the fields of the options, when the gateway would refuse the request.
 */
export function createPayoutRequest(
  context: PaymentContext,
  reference: string,
  options: PayoutRequestOptions,
): SentPayout {
  const request = toRequest(context, reference, options);
  const { success, error } = parseInput(endpoints.payout.request, {
    ...request,
    timestamp: context.now(),
  });
  const violations = [
    ...(success ? [] : violationsOf(error)),
    ...payoutViolations(request, context.gateway.profile),
    ...findMissingFields(options.beneficiary),
  ];
  if (violations.length === 0) return request;
  throw new InvalidRequestError('Payout', toOptionPaths(violations, options.beneficiary));
}

function toRequest(
  context: PaymentContext,
  referenceCode: string,
  { beneficiary, description, ipAddress, userAgent, ...options }: PayoutRequestOptions,
): SentPayout {
  requirePayoutOptions(context);
  const { profile, environment } = context.gateway;
  const { method, bankCode = '', number, name, isLocal = true } = beneficiary;
  return {
    channelId: profile.payoutChannelId[environment],
    providerChannelId: method === 'bank' ? bankCode : profile.payoutProxies[method],
    currencyCode: options.currencyCode,
    amount: options.amount,
    referenceCode,
    ...(description !== undefined && description !== '' && { description }),
    ipAddress,
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, maxUserAgentLength) }),
    returnUrl: options.returnUrl,
    callbackUrl: context.callbackUrl,
    customer: {
      ...(name !== undefined && name !== '' && { name }),
      ...(number !== '' && (method === 'mobileNumber' ? { mobileNo: number } : { username: number })),
    },
    localCitizen: isLocal,
  };
}

/** Returns the amount of a payout in a callback or a record, without its sign: outgoing money can be negative. */
export function readPayoutAmount(
  { amount, currencyCode }: Money,
  payout: Pick<Money, 'currencyCode'>,
): number | undefined {
  const unsignedAmount = Math.abs(amount);
  const isStorable = Number.isSafeInteger(unsignedAmount) && unsignedAmount > 0;
  const isSameCurrency = currencyCode.toUpperCase() === payout.currencyCode.toUpperCase();
  return isStorable && isSameCurrency ? unsignedAmount : undefined;
}

/** The gateway refuses a payout without a number with a fault that does not name the field. */
function findMissingFields({ method, number }: PayoutBeneficiary): Violation[] {
  // `payoutViolations` requires a mobile number.
  if (method === 'mobileNumber' || number.trim() !== '') return [];
  return [{ path: 'customer.username', message: 'is required' }];
}

const pathsOfOptions: Readonly<Record<string, string>> = {
  providerChannelId: 'beneficiary.bankCode',
  'customer.name': 'beneficiary.name',
  'customer.username': 'beneficiary.number',
  'customer.mobileNo': 'beneficiary.number',
  localCitizen: 'beneficiary.isLocal',
};

/** Replaces the paths of the request by those of the options. One violation of each field remains. */
function toOptionPaths(violations: readonly Violation[], { method }: PayoutBeneficiary): Violation[] {
  const byPath = new Map<string, Violation>();
  for (const { path, message } of violations) {
    const optionPath = pathsOfOptions[path] ?? path;
    const isBankCode = optionPath === 'beneficiary.bankCode' && method === 'bank';
    const violation = {
      path: optionPath,
      message: isBankCode ? `${message} (the code of the bank)` : message,
    };
    if (!byPath.has(optionPath)) byPath.set(optionPath, violation);
  }
  return [...byPath.values()];
}
