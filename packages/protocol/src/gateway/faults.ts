import type { EndpointName } from './profile.ts';

/** The meaning of a fault code of the gateway, and what to do about it. */
export interface FaultInfo {
  /** Name of the code in the gateway's documents. `Unknown` for a code that they do not list. */
  readonly name: string;
  /** What the code means, in one or two sentences. */
  readonly meaning: string;
  /** What the merchant should do next, in one or two sentences. */
  readonly advice: string;
  /**
   * True when nothing was processed and the same request may succeed later. It is false for all known codes,
   * because each code requires a change or a query first. `docs/errors.md` has the reason for each code.
   */
  readonly isRetryable: boolean;
  /**
   * False when the gateway may have processed the refused request. Query the payment before you send the
   * request again.
   */
  readonly isOutcomeKnown: boolean;
  /**
   * True when the gateway's documents list the code. With HTTP 401, 429 and 5xx, only a documented code
   * determines the outcome. An undocumented code means that the service itself failed.
   */
  readonly isDocumented: boolean;
}

interface FaultRow extends Pick<FaultInfo, 'name' | 'meaning' | 'advice'> {
  readonly isOutcomeKnown?: false | undefined;
  readonly isDocumented?: false | undefined;
}

/**
 * The codes of the interface, section Errors. Codes 2009, 2021 and 2022 are not in the interface. Public
 * clients and public documents of such gateways have them. Gateways also send code 0, which no document
 * lists.
 */
const faults: Readonly<Record<number, FaultRow>> = {
  0: {
    name: 'ServiceFailure',
    meaning: 'The service refused the request or failed, and reported no documented code.',
    advice: 'Read validationErrors and details. Correct the fields that they name.',
    isDocumented: false,
  },
  1: {
    name: 'InvalidSignature',
    meaning: 'The gateway computed a signature that differs from the one sent.',
    advice:
      'Check the secret key and the base URL with `pgw doctor`. Compare messages with `pgw verify --explain`.',
  },
  1005: {
    name: 'TenantWalletNotFound',
    meaning: 'The merchant has no such wallet.',
    advice: 'Take the wallet id from the wallet inquiry, and check the merchant ID.',
  },
  2009: {
    name: 'DuplicateTransaction',
    meaning: 'The referenceCode was used before. The earlier payment is unchanged.',
    advice: 'Query the earlier payment. Use a new reference only after it has ended.',
  },
  2010: {
    name: 'TransactionNotFound',
    meaning: 'The transaction does not exist, or its status does not allow the operation.',
    advice:
      'Query the payment. Only a payment in Success can be refunded. A refund that was requested just now may not be processed yet.',
  },
  2021: {
    name: 'PaymentExpired',
    meaning: 'The deadline of the transaction has passed.',
    advice: 'Start another payment under a new reference.',
  },
  2022: {
    name: 'TransactionAlreadyProcessed',
    meaning: 'The transaction already has a final status.',
    advice: 'Query the payment and act on its status.',
  },
  2042: {
    name: 'FailedToRequestRefund',
    meaning: 'The refund was refused. The message has the cause.',
    advice:
      'Query the refund first, because another one may be in progress. Then lower the amount, refund in full or try again later, depending on the message.',
  },
  2043: {
    name: 'FailedToRefundQuery',
    meaning: 'The channel or provider does not support refund queries.',
    advice:
      "Query the payment instead. Its status shows a refund (11 to 18). Otherwise contact the gateway's support.",
  },
  2044: {
    name: 'MissingRequireField',
    meaning: 'The refund has no reason.',
    advice: 'Send a reason.',
  },
  2056: {
    name: 'FailedPaymentRequest',
    meaning: 'The payout was refused.',
    advice:
      'Check the balance and status of the payout wallet, and the beneficiary. Send the payout again with a new reference.',
  },
  2094: {
    name: 'InvalidTenantProfile',
    meaning: 'The gateway could not identify the merchant.',
    advice: 'Check the merchant ID, and that the credentials belong to it.',
  },
  2124: {
    name: 'RequestRefundTimeOut',
    meaning: 'The refund API of the provider timed out. The refund may have been made.',
    advice: 'Query the refund until it has a final status, before you request it again.',
    isOutcomeKnown: false,
  },
  2130: {
    name: 'ChannelNotSupportRefund',
    meaning: 'The channel is configured without refunds.',
    advice:
      "Return the money in another way, or contact the gateway's support to enable refunds for the channel.",
  },
  2160: {
    name: 'InvalidPaymentGatewaySetting',
    meaning: 'The provider settings of the channel are missing or wrong at the gateway.',
    advice: "Contact the gateway's support to correct the settings of the channel.",
  },
};

/** The code of a fault for which the gateway has no documented code. Every endpoint can return it. */
export const undocumentedCode = 0;
/** The fault code of a rejected signature. */
export const invalidSignatureCode = 1;
/** The fault code of a reference that an earlier payment already has. */
export const duplicateTransactionCode = 2009;
/** The fault code of a transaction that does not exist or does not allow the operation. */
export const transactionNotFoundCode = 2010;

/** All known fault codes, in ascending order. */
export const faultCodes: readonly number[] = Object.keys(faults).map(Number);

/** The meaning of code 2010 in the response to a query. The row in the table has the meaning for a refund. */
const notFoundInQuery: Readonly<Partial<Record<EndpointName, Pick<FaultRow, 'meaning' | 'advice'>>>> = {
  queryPayment: {
    meaning: 'No transaction has this number, or the shopper has not tried to pay the session yet.',
    advice: 'Check the number and the merchant ID. Query a session again after the shopper has tried to pay.',
  },
  queryRefund: {
    meaning: 'No transaction has this number, or its refund has not been processed yet.',
    advice: 'Check the number and the merchant ID. Query again later if the refund was requested just now.',
  },
};

/**
 * Returns the name, meaning and advice of a fault code. An unknown code has the name `Unknown`. Pass the
 * `endpoint` that returned the code to get the meaning and advice for this endpoint.
 */
export function fault(code: number, endpoint?: EndpointName): FaultInfo {
  const generalRow = faults[code] ?? unknownFault;
  const endpointRow =
    code === transactionNotFoundCode && endpoint !== undefined ? notFoundInQuery[endpoint] : undefined;
  const { isOutcomeKnown = true, isDocumented = true, ...row } = { ...generalRow, ...endpointRow };
  return { ...row, isRetryable: false, isOutcomeKnown, isDocumented };
}

const unknownFault: FaultRow = {
  name: 'Unknown',
  meaning: 'The gateway refused the call with a code that its documents do not list.',
  advice: "Contact the gateway's support about the code. Query the payment before you send anything again.",
  isDocumented: false,
};
