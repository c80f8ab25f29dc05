import type { EndpointName } from './profile.ts';

/** What a fault code of the gateway means, whether repeating the call can help, and what to do. */
export interface FaultInfo {
  /** As the interface spells it where it has one; `Unknown` for a code that no document lists. */
  readonly name: string;
  readonly meaning: string;
  /** The merchant's next step, one sentence. */
  readonly advice: string;
  /**
   * True when nothing was processed and the very same call, sent again later, may succeed. No code of today says so:
   * each asks for a change, or for a query, first. The reason stands beside each row of `docs/errors.md`.
   */
  readonly mayRepeat: boolean;
  /** False when the refused call may have taken effect all the same: query before anything else. */
  readonly isOutcomeKnown: boolean;
  /**
   * True when the gateway's documents list the code. Behind HTTP 401, 429 and 5xx only a documented code tells the
   * outcome; any other is how the service words a failure of its own.
   */
  readonly isDocumented: boolean;
}

interface FaultRow extends Pick<FaultInfo, 'name' | 'meaning' | 'advice'> {
  readonly isOutcomeKnown?: false;
  readonly isDocumented?: false;
}

/** interface, section Errors; 2009, 2021 and 2022 are observed (C, D); 0 is observed, and documented nowhere. */
const faults: Readonly<Record<number, FaultRow>> = {
  0: {
    name: 'ServiceFailure',
    meaning:
      'The service refused the request or failed by itself; it says so without a code of the interface.',
    advice: 'Read validationErrors and details: they name the fields, if any; correct those.',
    isDocumented: false,
  },
  1: {
    name: 'InvalidSignature',
    meaning: 'The gateway computed another signature than the one sent.',
    advice:
      'Check the secret key and the base URL with `pgw doctor`; compare messages with `pgw verify --explain`.',
  },
  1005: {
    name: 'TenantWalletNotFound',
    meaning: 'The merchant has no wallet of that kind.',
    advice: 'Take the wallet id from the wallet inquiry, and check the merchant ID.',
  },
  2009: {
    name: 'DuplicateTransaction',
    meaning: 'The referenceCode was used before; the earlier payment stands.',
    advice: 'Query the earlier payment; use a new reference only when it is over.',
  },
  2010: {
    name: 'TransactionNotFound',
    meaning: 'No such transaction, or it is not in the status that the operation needs.',
    advice:
      'Query the payment: only one in Success can be refunded; a refund that was just asked for may not be processed yet.',
  },
  2021: {
    name: 'PaymentExpired',
    meaning: 'The deadline of the transaction has passed.',
    advice: 'Start another payment under a new reference.',
  },
  2022: {
    name: 'TransactionAlreadyProcessed',
    meaning: 'The transaction has its outcome already; query it.',
    advice: 'Query the payment and act on its status.',
  },
  2042: {
    name: 'FailedToRequestRefund',
    meaning: 'The refund was refused; the message names the cause.',
    advice:
      'Query the refund first: one may be in progress already. Then lower the amount, refund in full, or try later, as the message says.',
  },
  2043: {
    name: 'FailedToRefundQuery',
    meaning: 'The channel or provider cannot be asked about refunds.',
    advice:
      "Query the payment instead: its status shows a refund (11 to 18); else ask the gateway's support.",
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
      'Look at the balance and status of the payout wallet and at the beneficiary; send it under a new reference.',
  },
  2094: {
    name: 'InvalidTenantProfile',
    meaning: 'The gateway could not tell the merchant.',
    advice: 'Check the merchant ID, and that the credentials belong to it.',
  },
  2124: {
    name: 'RequestRefundTimeOut',
    meaning: 'The refund API of the provider timed out; query the refund before asking again.',
    advice: 'Query the refund until it has a final status: the provider may have made it.',
    isOutcomeKnown: false,
  },
  2130: {
    name: 'ChannelNotSupportRefund',
    meaning: 'The channel is configured without refunds.',
    advice: 'Return the money another way, or have refunds enabled for the channel.',
  },
  2160: {
    name: 'InvalidPaymentGatewaySetting',
    meaning: 'The provider settings of the channel are missing or wrong at the gateway.',
    advice: "Ask the gateway's support to correct the settings of the channel.",
  },
};

export const invalidSignatureCode = 1;
export const duplicateTransactionCode = 2009;
export const transactionNotFoundCode = 2010;

/** Every code that has a name, ascending. */
export const faultCodes: readonly number[] = Object.keys(faults).map(Number);

/** Code 2010 of the queries: the table's row is about refunds. */
const notFoundByQuery: Readonly<Partial<Record<EndpointName, Pick<FaultRow, 'meaning' | 'advice'>>>> = {
  queryPayment: {
    meaning: 'No transaction has this number, or no shopper has tried to pay the session yet.',
    advice: 'Check the number and the merchant ID; query a session again once the shopper has tried to pay.',
  },
  queryRefund: {
    meaning: 'No transaction has this number, or its refund has not been processed yet.',
    advice: 'Check the number and the merchant ID; query again later if the refund was requested just now.',
  },
};

/**
 * Name and meaning of a fault code; one that is not in the table is `Unknown`. With the endpoint that answered it, meaning and
 * advice are those for this endpoint.
 */
export function fault(code: number, endpoint?: EndpointName): FaultInfo {
  const general = faults[code] ?? unlisted;
  const special =
    code === transactionNotFoundCode && endpoint !== undefined ? notFoundByQuery[endpoint] : undefined;
  const { isOutcomeKnown = true, isDocumented = true, ...row } = { ...general, ...special };
  return { ...row, mayRepeat: false, isOutcomeKnown, isDocumented };
}

const unlisted: FaultRow = {
  name: 'Unknown',
  meaning: 'The gateway refused the call with a code that its documents do not list.',
  advice: "Ask the gateway's support what the code means; query before sending anything again.",
  isDocumented: false,
};
