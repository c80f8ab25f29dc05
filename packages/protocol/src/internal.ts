import './check-objects.ts';

// These exports are only for the packages of this repository. They may change in any release.

// Signatures
export { isSameSignature, isSignatureOf, signatureMessageOfText, signedUrl } from './signature.ts';
export { findSecretIndex } from './callback.ts';
export { secretViolation } from './secret-rules.ts';
export { canonicalJsonOfText, simpleLowerCase } from './canonical.ts';

// Fields and the profile
export { isBlankNumber, issuedNumber, maxIssuedNumberLength } from './endpoints/fields.ts';
export { savedCardToken, withoutCardToken } from './saved-card.ts';
export { profileOverrides } from './profile-overrides.ts';
export { percentOf } from './money.ts';

// Bodies of HTTP messages and files
export { decodeText, decodeUtf8, TextEncodingError } from './text-encoding.ts';

// Objects of the app
export { createEmptyInput, findInheritedMembers, omitInheritedMembers, parseInput } from './own-members.ts';

// Text for terminals
export { toPrintable, toPrintableJson } from './printable.ts';

// Errors
export { undocumentedCode } from './faults.ts';
export { formatViolations } from './errors.ts';
export { violationsOf } from './violations.ts';

// The element's module for servers
export type { ListOptions, RedirectTexts, ReturnTexts, ServerModule } from './server-module.ts';

// The runtime and its files
export { requireNodeWithSqlite } from './node-version.ts';
export { createPrivateFile, privateModes } from './private-file.ts';

// The storefront
export { storefrontRoutes, type StorefrontRouteName } from './storefront/routes.ts';
export { startForm } from './storefront/start-form.ts';
