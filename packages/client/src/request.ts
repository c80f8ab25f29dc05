import type { KeyObject } from 'node:crypto';
import {
  canonicalJson,
  endpoints,
  endpointUrl,
  hmac,
  InvalidRequestError,
  payoutViolations,
  Redacted,
  revealed,
  signatureMessageOfText,
  violationsOf,
  type Endpoint,
  type GatewayProfile,
  type JsonValue,
  type Violation,
} from '@pgw/protocol';
import type { Subject } from './outcome.ts';

/** Who asks, and of whom. */
export interface Signer {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly secret: KeyObject;
  readonly profile: GatewayProfile;
  readonly now: () => number;
}

/** A checked and signed request, for any number of attempts with different tokens. */
export interface PreparedRequest {
  readonly subject: Subject;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** All but the authorisation. */
  readonly headers: Readonly<Record<string, string>>;
  /** May hold a card or a password. */
  readonly body: Redacted | undefined;
  /** What may be shown of it; see `Exchange`. */
  readonly signedMessage: string | undefined;
}

/**
 * Checks an input by the rules of its endpoint, stamps and signs it.
 *
 * @throws InvalidRequestError with every rule that is broken.
 */
export function prepareRequest(signer: Signer, endpoint: Endpoint, input: unknown): PreparedRequest {
  // The one place where what callers hide is revealed: to be checked, signed and written, and nothing else.
  const data = validate(signer, endpoint, revealed(input));
  const bareUrl = endpointUrl(signer.baseUrl, endpoint.name, signer.profile);
  const json = canonicalJson(data);
  const message = endpoint.isSigned ? signatureMessageOfText(bareUrl, json) : undefined;
  const isPost = endpoint.method === 'POST';
  const { tenant, signature } = signer.profile.headers;
  return {
    subject: subjectOf(endpoint, data),
    method: endpoint.method,
    url: isPost ? bareUrl : `${bareUrl}?${queryOf(data, signer.profile)}`,
    headers: {
      Accept: 'application/json',
      [tenant]: signer.merchantId,
      ...(isPost ? { 'Content-Type': 'application/json' } : {}),
      ...(message === undefined ? {} : { [signature]: hmac(message, signer.secret) }),
    },
    // The very text that was signed but for its letter case.
    body: isPost ? new Redacted(json) : undefined,
    signedMessage: carriesCard(endpoint) ? undefined : message,
  };
}

type Data = { readonly [name: string]: JsonValue };

function validate({ now, profile }: Signer, endpoint: Endpoint, input: unknown): Data {
  const given = isObject(input) ? input : undefined;
  if (given !== undefined && Object.hasOwn(given, 'timestamp')) {
    throw invalid(endpoint, given, [
      { path: 'timestamp', message: 'must be left out: the client stamps every call' },
    ]);
  }
  const isStamped = Object.hasOwn(endpoint.request.shape, 'timestamp');
  const stamped = given !== undefined && isStamped ? { ...given, timestamp: Math.trunc(now()) } : input;
  const parsed = endpoint.request.safeParse(stamped);
  if (!parsed.success) throw invalid(endpoint, given, violationsOf(parsed.error));
  const violations = profileViolations(endpoint, parsed.data, profile);
  if (violations.length > 0) throw invalid(endpoint, given, violations);
  // A request schema takes texts, numbers, booleans, and objects and arrays of them: JSON by construction.
  return underProfileNames(parsed.data as Data, profile);
}

/** The interface has no name for a saved card's token: it travels under the profile's. */
function underProfileNames(data: Data, { savedCards }: GatewayProfile): Data {
  const { channelDetails } = data;
  if (!isObject(channelDetails) || channelDetails['paymentToken'] === undefined) return data;
  const { paymentToken, ...details } = channelDetails;
  return { ...data, channelDetails: { ...details, [savedCards.requestToken]: paymentToken } };
}

/** Rules that only the profile can tell. */
function profileViolations({ name }: Endpoint, data: unknown, profile: GatewayProfile): Violation[] {
  if (name !== 'payout') return [];
  return payoutViolations(endpoints.payout.request.parse(data), profile);
}

function invalid(
  { name }: Endpoint,
  given: Readonly<Record<string, unknown>> | undefined,
  violations: readonly Violation[],
): InvalidRequestError {
  const reference = given?.['referenceCode'];
  const ids =
    typeof reference === 'string'
      ? { endpoint: name, referenceCode: reference.slice(0, 50) }
      : { endpoint: name };
  return new InvalidRequestError(name, violations, { ids });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names of ids in a request. They may be logged. */
const idNames = ['referenceCode', 'transactionNumber', 'sessionNumber', 'channelId'];

function subjectOf(endpoint: Endpoint, data: Data): Subject {
  const { name, isRead } = endpoint;
  const ids: Record<string, string | number> = { endpoint: name };
  for (const idName of idNames) {
    const id = data[idName];
    if (typeof id === 'string' || typeof id === 'number') ids[idName] = id;
  }
  return { endpoint: name, isRead, carriesCard: carriesCard(endpoint), hidden: hiddenOf(data), ids };
}

/** The texts of a card, the longest first: a short one may be part of it. */
function hiddenOf({ channelDetails }: Data): Redacted[] {
  if (!isObject(channelDetails)) return [];
  const texts = Object.values(channelDetails).filter((text) => typeof text === 'string' && text.length > 2);
  return texts
    .map(String)
    .toSorted((one, other) => other.length - one.length)
    .map((text) => new Redacted(text));
}

/** The signature is over the camelCase names; what travels has the profile's (interface, endpoint 8). */
function queryOf(data: Data, profile: GatewayProfile): string {
  const names: Readonly<Record<string, string>> = profile.queryParameters;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined || value === null) continue;
    query.append(names[name] ?? name, typeof value === 'string' ? value : canonicalJson(value));
  }
  return query.toString();
}

/** Card fields are never shown to a hook, so neither is a message that holds them (interface, endpoint 3). */
function carriesCard(endpoint: Endpoint): boolean {
  return Object.hasOwn(endpoint.request.shape, 'channelDetails');
}
