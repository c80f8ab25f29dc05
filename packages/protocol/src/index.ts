import './check-objects.ts';

// The endpoint table
export { endpoints, type Endpoints } from './endpoints/index.ts';
export { endpointUrl, type Endpoint } from './endpoints/endpoint.ts';
export { redirectionType } from './endpoints/request-payment.ts';
export { authType } from './endpoints/process-payment.ts';
export { walletStatus, walletType } from './endpoints/inquiry-wallet.ts';
export { walletEntryType } from './endpoints/query-wallet-history.ts';
export { payoutMethod, payoutViolations, type PayoutBeneficiary, type PayoutMethod } from './payout-rules.ts';
export {
  defaultProfile,
  type ChannelHint,
  type EndpointName,
  type GatewayProfile,
  type GatewayProfileOverrides,
} from './profile.ts';
export { gatewayProfile } from './profile-overrides.ts';

// Signatures
export { hmac, secretKey, sign, signatureMessage, verify, type Secret, type SecretKey } from './signature.ts';
export { explainSignature, type Explanation, type SignedText } from './explain.ts';
export { canonicalJson, type JsonValue } from './canonical.ts';

// Responses and errors
export { readEnvelope, type FaultContent, type EnvelopeContent, type ValidationError } from './envelope.ts';
export {
  duplicateTransactionCode,
  fault,
  faultCodes,
  invalidSignatureCode,
  transactionNotFoundCode,
  type FaultInfo,
} from './faults.ts';
export {
  GatewayFaultError,
  InvalidResponseError,
  InvalidRequestError,
  PgwError,
  type FaultInput,
  type GatewayFault,
  type InvalidResponseErrorOptions,
  type PgwErrorCode,
  type PgwErrorOptions,
  type Violation,
} from './errors.ts';

// Values that must not be logged
export { Redacted, toRedacted, revealAll, type MaybeRedacted } from './redacted.ts';

// Payments
export {
  isKnownPaymentStatus,
  paymentStatus,
  type PaymentOutcome,
  type PaymentStatusInfo,
} from './payment-status.ts';
export { refundStatus, type RefundStatusInfo } from './refund-status.ts';
export { foldReference, isSameReference } from './reference.ts';
export { currencyExponent, moneyText, toMinorUnits, type Money } from './money.ts';

// Channels
export {
  channelTerms,
  providerChannelStatus,
  type Channel,
  type ChannelTerms,
  type ProviderChannel,
} from './channel.ts';
export { channelHint } from './channel-hint.ts';

// Callbacks
export {
  callbackBody,
  parseCallback,
  verifyCallback,
  type CallbackBody,
  type ParsedCallback,
  type ReceivedCallback,
} from './callback.ts';

// The requests and responses between <pgw-checkout> and the shop's server
export * from './storefront/index.ts';
