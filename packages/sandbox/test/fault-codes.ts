/** The codes of the gateway's refusals (interface document, section Errors). */
export const faultCodes = {
  walletNotFound: 1005,
  duplicateTransaction: 2009,
  transactionNotFound: 2010,
  paymentExpired: 2021,
  alreadyProcessed: 2022,
  refundFailed: 2042,
  refundQueryFailed: 2043,
  missingField: 2044,
  payoutFailed: 2056,
  tenantNotResolved: 2094,
  refundTimedOut: 2124,
  refundsNotSupported: 2130,
  invalidGatewaySettings: 2160,
} as const;
