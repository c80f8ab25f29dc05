import './check-objects.ts';

// The endpoint table
export { endpoints, type Endpoints } from './gateway/endpoints/index.ts';
export { endpointUrl, type Endpoint } from './gateway/endpoints/endpoint.ts';
export { redirectionType } from './gateway/endpoints/request-payment.ts';
export { authType } from './gateway/endpoints/process-payment.ts';
export { walletStatus, walletType } from './gateway/endpoints/inquiry-wallet.ts';
export { walletEntryType } from './gateway/endpoints/query-wallet-history.ts';
export { payoutViolations, type PayoutBeneficiary } from './gateway/payout-rules.ts';
export {
  defaultProfile,
  type ChannelHint,
  type EndpointName,
  type GatewayProfile,
  type GatewayProfileOverrides,
} from './gateway/profile.ts';
export { gatewayProfile } from './gateway/profile-overrides.ts';

// Signatures
export { sign, signatureMessage, verify, type Secret } from './gateway/signatures/signature.ts';
export { explainSignature, type Explanation, type SignedText } from './gateway/signatures/explain.ts';
export type { JsonValue } from './gateway/signatures/canonical.ts';

// Callbacks
export {
  parseCallback,
  verifyCallback,
  type CallbackBody,
  type CallbackSubject,
  type ParsedCallback,
  type ReceivedCallback,
} from './gateway/callback.ts';

// Responses and errors
export {
  readEnvelope,
  type FaultContent,
  type EnvelopeContent,
  type ValidationError,
} from './gateway/envelope.ts';
export { fault, type FaultInfo } from './gateway/faults.ts';
export {
  GatewayFaultError,
  InvalidResponseError,
  InvalidRequestError,
  PgwError,
  type GatewayFault,
  type PgwErrorCode,
  type Violation,
} from './errors.ts';

// Values that must not be logged
export { Redacted, type MaybeRedacted } from './redacted.ts';

// Payments
export { paymentStatus, type PaymentOutcome, type PaymentStatusInfo } from './gateway/payment-status.ts';
export { refundStatus, type RefundStatusInfo } from './gateway/refund-status.ts';
export { normalizeReference, isSameReference } from './gateway/reference.ts';
export type { TimeInput } from './time-input.ts';
export { currencyExponent, moneyText, toMinorUnits, type Money } from './money.ts';

// Channels
export { providerChannelStatus, type Channel, type ProviderChannel } from './gateway/channel.ts';

// The requests and responses between <pgw-checkout> and the shop's server
export type {
  CardBrand,
  CardDetails,
  CardKey,
  CardResponse,
  CardTerms,
  SavedCard,
  SecondPayment,
  StartRequest,
  StartResponse,
  StorefrontBank,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontPaymentState,
  StorefrontPlan,
  ChannelTermsText,
  StorefrontProblem,
  StorefrontProblemCode,
  StorefrontRedirect,
  StorefrontSession,
  TestCard,
} from './storefront/index.ts';
