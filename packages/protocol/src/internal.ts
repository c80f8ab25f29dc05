import './check-objects.ts';

// These exports are only for the packages of this repository. They may change in any release.

// Signatures
export {
  hmac,
  isSameSignature,
  isSignatureOf,
  secretKey,
  secretViolation,
  signatureMessageOfText,
  signedUrl,
  type SecretKey,
} from './gateway/signatures/signature.ts';
export { callbackBody, findSecretIndex } from './gateway/callback.ts';
export { canonicalJson, canonicalJsonOfText, simpleLowerCase } from './gateway/signatures/canonical.ts';
export { revealAll, toRedacted } from './redacted.ts';

// Fields and the profile
export { isLoopback, joinUrl } from './gateway/endpoints/endpoint.ts';
export { isBlankNumber, issuedNumber, maxIssuedNumberLength } from './gateway/fields/fields.ts';
export { savedCardToken, withoutCardToken } from './gateway/saved-card.ts';
export { profileOverrides } from './gateway/profile-overrides.ts';
export { decimalText, percentOf } from './money.ts';
export { isKnownPaymentStatus } from './gateway/payment-status.ts';
export { payoutMethod, type PayoutMethod } from './gateway/payout-rules.ts';

// Channels
export { channelTerms, type ChannelTerms } from './gateway/channel.ts';
export { forbiddenCardTerms } from './gateway/card-terms.ts';
export { channelHint } from './gateway/channel-hint.ts';

// Bodies of HTTP messages and files
export { isObject, parseJson } from './json.ts';
export { decodeText, decodeUtf8, TextEncodingError } from './text-encoding.ts';

// Tracing
export {
  createTraced,
  getEnclosingTraceparent,
  parseTraceparent,
  type RunTraced,
  type TraceMessage,
} from './tracing.ts';

// Objects of the app
export { createOnce } from './gateway/create-once.ts';
export {
  checkAsyncMethods,
  checkMethods,
  parseArguments,
  requireArgument,
  requireOptions,
  type ArgumentSchemas,
  type MethodSchemas,
} from './require-argument.ts';
export { isTimeZone, readTime, timeInputSchema } from './time-input.ts';
export { findNearest } from './nearest-name.ts';
export { createEmptyInput, findInheritedMembers, omitInheritedMembers } from './own-members.ts';
export { parseInput, parseOften } from './own-members.ts';

// Tests
export { readTestOverrides, withTestOverrides, type TestOverrides } from './test-overrides.ts';

// Text for terminals
export { toPrintable, toPrintableJson } from './printable.ts';

// Errors
export { endSentence, getErrorMessage } from './error-message.ts';
export {
  duplicateTransactionCode,
  faultCodes,
  invalidSignatureCode,
  transactionNotFoundCode,
  undocumentedCode,
} from './gateway/faults.ts';
export {
  formatViolations,
  violationsOf,
  type FaultInput,
  type InvalidResponseErrorOptions,
  type PgwErrorOptions,
} from './errors.ts';

// The self-test of a shop
export {
  encodeAccountId,
  maxSelfTestAgeMs,
  selfTestReference,
  selfTestReport,
  selfTestRequest,
  type SelfTestReport,
} from './storefront/self-test.ts';

// The element's module for servers
export type { ListOptions, RedirectTexts, ReturnTexts, ServerModule } from './storefront/server-module.ts';

// The runtime and its files
export { requireNodeWithSqlite } from './node-version.ts';
export {
  followLinks,
  openPrivateDatabase,
  parsePath,
  privateModes,
  requireRegularFile,
} from './private-file.ts';

// The storefront
export { storefrontRoutes, type StorefrontRouteName } from './storefront/routes.ts';
export { startForm } from './storefront/start-form.ts';
export {
  cardDetails,
  cardKey,
  cardRequest,
  cardResponse,
  cardTerms,
  startRequest,
  startResponse,
  storefrontBank,
  storefrontBanks,
  storefrontChannel,
  storefrontOrder,
  storefrontPayment,
  storefrontPaymentStatus,
  storefrontProblem,
  storefrontProblems,
  storefrontRedirect,
  storefrontSession,
  type CardRequest,
  type FailureReason,
  type PhoneLink,
  type StorefrontBanks,
  type StorefrontPaymentStatus,
} from './storefront/index.ts';
