import {
  canonicalJson,
  endpoints,
  hmac,
  InvalidRequestError,
  payoutViolations,
  Redacted,
  revealed,
  type Endpoint,
  type EndpointName,
  type GatewayProfile,
  type JsonValue,
  type SecretKey,
  type Violation,
} from '@pgw/protocol';
import { signatureMessageOfText, violationsOf } from '@pgw/protocol/internal';
import type { Subject } from './outcome.ts';

/** Who asks, and of whom. */
export interface Signer {
  /** The address of each endpoint, without query: also what is signed. */
  readonly urls: Readonly<Record<EndpointName, string>>;
  readonly merchantId: string;
  readonly secret: SecretKey;
  readonly profile: GatewayProfile;
  readonly now: () => number;
}

/** A checked and signed request, for any number of attempts with different tokens. */
export interface PreparedRequest {
  readonly subject: Subject;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** All but the authorisation: names and values in turn. */
  readonly headers: readonly string[];
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
  const bareUrl = signer.urls[endpoint.name];
  const json = canonicalJson(data);
  const message = endpoint.isSigned ? signatureMessageOfText(bareUrl, json) : undefined;
  const isPost = endpoint.method === 'POST';
  const { tenant, signature } = signer.profile.headers;
  const headers = ['Accept', 'application/json'];
  if (signer.profile.tenant.header || !endpoint.isSigned) headers.push(tenant, signer.merchantId);
  if (isPost) headers.push('Content-Type', 'application/json');
  if (message !== undefined) headers.push(signature, hmac(message, signer.secret));
  return {
    subject: new RequestSubject(endpoint, data),
    method: endpoint.method,
    url: isPost ? bareUrl : `${bareUrl}?${queryOf(data, signer.profile)}`,
    headers,
    // The very text that was signed but for its letter case.
    body: isPost ? new Redacted(json) : undefined,
    signedMessage: carriesCard(endpoint) ? undefined : message,
  };
}

type Data = { readonly [name: string]: JsonValue };

function validate(signer: Signer, endpoint: Endpoint, input: unknown): Data {
  const { profile } = signer;
  const given = isObject(input) ? input : undefined;
  if (given !== undefined && Object.hasOwn(given, 'timestamp')) {
    throw invalid(endpoint, given, [
      { path: 'timestamp', message: 'must be left out: the client stamps every call' },
    ]);
  }
  const completed = given === undefined ? input : { ...given, ...ownFields(signer, endpoint, given) };
  const parsed = endpoint.request.safeParse(completed);
  if (!parsed.success) throw invalid(endpoint, given, violationsOf(parsed.error));
  const violations = profileViolations(endpoint, parsed.data, profile);
  if (violations.length > 0) throw invalid(endpoint, given, violations);
  // A request schema takes texts, numbers, booleans, and objects and arrays of them: JSON by construction.
  return underProfileNames(parsed.data as Data, profile);
}

/** What the client adds by itself: the time, and the merchant ID where the profile sends it as a property. */
function ownFields(
  { now, profile, merchantId }: Signer,
  { request, isSigned }: Endpoint,
  given: Readonly<Record<string, unknown>>,
): Data {
  const takes = (name: string): boolean => Object.hasOwn(request.shape, name);
  const sendsTenant = profile.tenant.property && isSigned && takes('tenantId');
  return {
    ...(takes('timestamp') && { timestamp: Math.trunc(now()) }),
    ...(sendsTenant && given['tenantId'] === undefined && { tenantId: Number(merchantId) }),
  };
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

/** Made out only when something is to be said of the call: most calls succeed. */
class RequestSubject implements Subject {
  readonly #endpoint: Endpoint;
  readonly #data: Data;

  constructor(endpoint: Endpoint, data: Data) {
    this.#endpoint = endpoint;
    this.#data = data;
  }

  get endpoint(): EndpointName {
    return this.#endpoint.name;
  }

  get isRead(): boolean {
    return this.#endpoint.isRead;
  }

  get hasReference(): boolean {
    return Object.hasOwn(this.#endpoint.request.shape, 'referenceCode');
  }

  get hidden(): readonly Redacted[] {
    return hiddenOf(this.#data);
  }

  get ids(): Subject['ids'] {
    const ids: Record<string, string | number> = { endpoint: this.endpoint };
    for (const name of idNames) {
      const id = this.#data[name];
      if (typeof id === 'string' || typeof id === 'number') ids[name] = id;
    }
    return ids;
  }
}

/** The texts of a card, and the password of a login; the longest first: a short one may be part of it. */
function hiddenOf({ channelDetails, password }: Data): Redacted[] {
  const given: readonly unknown[] = [
    ...(isObject(channelDetails) ? Object.values(channelDetails) : []),
    password,
  ];
  return given
    .filter((text) => typeof text === 'string')
    .filter((text) => text.length > 2)
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
