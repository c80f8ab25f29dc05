/** What a fault code of the gateway means, and whether repeating the same call can help. */
export interface FaultInfo {
  readonly name: string;
  readonly meaning: string;
  /** True when the same call, sent again later, may succeed. */
  readonly mayRepeat: boolean;
}

/** interface, section Errors; 2009, 2021 and 2022 are observed (C, D). */
const faults: Readonly<Record<number, FaultInfo>> = {
  1: {
    name: 'InvalidSignature',
    meaning: 'The gateway computed another signature than the one sent.',
    mayRepeat: false,
  },
  1005: {
    name: 'TenantWalletNotFound',
    meaning: 'The merchant has no wallet of that kind.',
    mayRepeat: false,
  },
  2009: {
    name: 'DuplicateTransaction',
    meaning: 'The referenceCode was used before; the earlier payment stands.',
    mayRepeat: false,
  },
  2010: {
    name: 'TransactionNotFound',
    meaning: 'No such transaction, or it is not in the status that the operation needs.',
    mayRepeat: false,
  },
  2021: {
    name: 'PaymentExpired',
    meaning: 'The deadline of the transaction has passed.',
    mayRepeat: false,
  },
  2022: {
    name: 'TransactionAlreadyProcessed',
    meaning: 'The transaction has its outcome already; query it.',
    mayRepeat: false,
  },
  2042: {
    name: 'FailedToRequestRefund',
    meaning: 'The refund was refused; the message names the cause.',
    mayRepeat: false,
  },
  2043: {
    name: 'FailedToRefundQuery',
    meaning: 'The channel or provider cannot be asked about refunds.',
    mayRepeat: false,
  },
  2044: { name: 'MissingRequireField', meaning: 'The refund has no reason.', mayRepeat: false },
  2056: { name: 'FailedPaymentRequest', meaning: 'The payout was refused.', mayRepeat: false },
  2094: {
    name: 'InvalidTenantProfile',
    meaning: 'The gateway could not tell the merchant.',
    mayRepeat: false,
  },
  2124: {
    name: 'RequestRefundTimeOut',
    meaning: 'The refund API of the provider timed out; query the refund before asking again.',
    mayRepeat: false,
  },
  2130: {
    name: 'ChannelNotSupportRefund',
    meaning: 'The channel is configured without refunds.',
    mayRepeat: false,
  },
  2160: {
    name: 'InvalidPaymentGatewaySetting',
    meaning: 'The provider settings of the channel are missing or wrong at the gateway.',
    mayRepeat: false,
  },
};

export const invalidSignatureCode = 1;
export const duplicateTransactionCode = 2009;
export const transactionNotFoundCode = 2010;

/** Name and meaning of a fault code; one that is not in the table is `Unknown`. */
export function fault(code: number): FaultInfo {
  return (
    faults[code] ?? {
      name: 'Unknown',
      meaning: 'The gateway refused the call with a code that its documents do not list.',
      mayRepeat: false,
    }
  );
}
