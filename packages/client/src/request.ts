import {
  endpoints,
  InvalidRequestError,
  payoutViolations,
  Redacted,
  type Endpoint,
  type EndpointName,
  type GatewayProfile,
  type JsonValue,
  type Violation,
} from '@pgw/protocol';
import {
  canonicalJson,
  hmac,
  revealAll,
  type SecretKey,
  signatureMessageOfText,
  violationsOf,
  parseOften,
  isObject,
} from '@pgw/protocol/internal';
import type { ErrorContext } from './response/read-response.ts';

export interface Signer {
  /** The URL of each endpoint without a query. The signature covers this URL. */
  readonly urls: Readonly<Record<EndpointName, string>>;
  readonly merchantId: string;
  readonly secret: SecretKey;
  /** All secrets, which are removed from quoted texts of the gateway. */
  readonly secrets: readonly SecretKey[];
  readonly profile: GatewayProfile;
  readonly now: () => number;
}

/** A validated and signed request. It can be sent several times with different tokens. */
export interface PreparedRequest {
  readonly errorContext: ErrorContext;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Headers without the authorization. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, which may contain a card or a password. */
  readonly body: Redacted | undefined;
  /** For the option `onExchange`. Undefined if the request is not signed or may contain a card. */
  readonly signedMessage: string | undefined;
}

/** Validates the input of an endpoint, adds the timestamp and signs the request. */
export function prepareRequest(signer: Signer, endpoint: Endpoint, input: unknown): PreparedRequest {
  // Only this function reveals the redacted values, because it validates and signs them.
  const data = validate(signer, endpoint, revealAll(input));
  const bareUrl = signer.urls[endpoint.name];
  const json = canonicalJson(data);
  const message = endpoint.isSigned ? signatureMessageOfText(bareUrl, json) : undefined;
  const isPost = endpoint.method === 'POST';
  const { tenant, signature } = signer.profile.headers;
  // Without `Accept-Encoding`, a server may use any coding (RFC 9110, 12.5.3).
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Encoding': 'identity' };
  if (signer.profile.tenant.header || !endpoint.isSigned) headers[tenant] = signer.merchantId;
  if (isPost) headers['Content-Type'] = 'application/json';
  if (message !== undefined) headers[signature] = hmac(message, signer.secret);
  return {
    errorContext: new RequestErrorContext(endpoint, data, signer.secrets),
    method: endpoint.method,
    url: isPost ? bareUrl : `${bareUrl}?${buildQuery(data, signer.profile)}`,
    headers,
    // The body keeps the letter case. Only the signed message is in lower case.
    body: isPost ? new Redacted(json) : undefined,
    // The message may have the fields of a card (interface document, endpoint 3).
    signedMessage: Object.hasOwn(endpoint.request.shape, 'channelDetails') ? undefined : message,
  };
}

type Data = { readonly [name: string]: JsonValue };

function validate(signer: Signer, endpoint: Endpoint, input: unknown): Data {
  const { profile } = signer;
  const fields = isObject(input) ? input : undefined;
  if (fields !== undefined && Object.hasOwn(fields, 'timestamp')) {
    const message = 'must be omitted: the client adds the timestamp';
    throw createInvalidRequestError(endpoint, fields, [{ path: 'timestamp', message }]);
  }
  const completeInput =
    fields === undefined ? input : { ...fields, ...createAddedFields(signer, endpoint, fields) };
  const parsed = parseOften(endpoint.request, completeInput);
  if (!parsed.success) throw createInvalidRequestError(endpoint, fields, violationsOf(parsed.error));
  const violations = findProfileViolations(endpoint, parsed.data, profile);
  if (violations.length > 0) throw createInvalidRequestError(endpoint, fields, violations);
  // Request schemas accept only JSON values.
  return applyProfileNames(parsed.data as Data, profile);
}

/** Returns the fields that the client adds. */
function createAddedFields(
  { now, profile, merchantId }: Signer,
  { request, isSigned }: Endpoint,
  fields: Readonly<Record<string, unknown>>,
): Data {
  const hasField = (name: string): boolean => Object.hasOwn(request.shape, name);
  const shouldSendTenant = profile.tenant.property && isSigned && hasField('tenantId');
  return {
    ...(hasField('timestamp') && { timestamp: Math.trunc(now()) }),
    ...(shouldSendTenant && fields['tenantId'] === undefined && { tenantId: Number(merchantId) }),
  };
}

/** Renames the token field of a saved card to its name in the profile. The interface has no such field. */
function applyProfileNames(data: Data, { savedCards }: GatewayProfile): Data {
  const { channelDetails } = data;
  if (!isObject(channelDetails) || channelDetails['paymentToken'] === undefined) return data;
  const { paymentToken, ...details } = channelDetails;
  return { ...data, channelDetails: { ...details, [savedCards.requestToken]: paymentToken } };
}

function findProfileViolations({ name }: Endpoint, data: unknown, profile: GatewayProfile): Violation[] {
  if (name !== 'payout') return [];
  return payoutViolations(endpoints.payout.request.parse(data), profile);
}

/** An invalid reference can be longer than the maximum. The id in the error is truncated. */
const maxReferenceLength = 50;

function createInvalidRequestError(
  { name }: Endpoint,
  fields: Readonly<Record<string, unknown>> | undefined,
  violations: readonly Violation[],
): InvalidRequestError {
  const reference = fields?.['referenceCode'];
  const referenceCode = typeof reference === 'string' && reference.slice(0, maxReferenceLength);
  const ids = { endpoint: name, ...(referenceCode !== false && { referenceCode }) };
  return new InvalidRequestError(name, violations, { ids });
}

/** The names of the request fields that errors may quote as ids. Ids may be logged. */
const idNames = ['referenceCode', 'transactionNumber', 'sessionNumber', 'channelId'];

/** The members are computed on demand, because most requests succeed. */
class RequestErrorContext implements ErrorContext {
  readonly #endpoint: Endpoint;
  readonly #data: Data;
  readonly #secrets: readonly SecretKey[];

  constructor(endpoint: Endpoint, data: Data, secrets: readonly SecretKey[]) {
    this.#endpoint = endpoint;
    this.#data = data;
    this.#secrets = secrets;
  }

  get endpoint(): EndpointName {
    return this.#endpoint.name;
  }

  get isReadOnly(): boolean {
    return this.#endpoint.isReadOnly;
  }

  get hasReference(): boolean {
    return Object.hasOwn(this.#endpoint.request.shape, 'referenceCode');
  }

  get sensitiveValues(): readonly Redacted[] {
    return [...this.#secrets.map((secret) => secret.toRedacted()), ...listSensitiveValues(this.#data)];
  }

  get ids(): ErrorContext['ids'] {
    const ids: Record<string, string | number> = { endpoint: this.endpoint };
    for (const name of idNames) {
      const id = this.#data[name];
      if (typeof id === 'string' || typeof id === 'number') ids[name] = id;
    }
    return ids;
  }
}

/** Shorter texts, such as the month of expiry, are not removed. They also occur in other text. */
const minSensitiveLength = 3;

/**
 * Returns the card fields, the data of the customer and the login password, the longest first: a short text may be a part of a
 * longer one.
 */
function listSensitiveValues({ channelDetails, customer, password }: Data): Redacted[] {
  const fields = [channelDetails, customer].flatMap((group): readonly unknown[] =>
    isObject(group) ? Object.values(group) : [],
  );
  return [...fields, password]
    .filter((text) => typeof text === 'string')
    .filter((text) => text.length >= minSensitiveLength)
    .toSorted((first, second) => second.length - first.length)
    .map((text) => new Redacted(text));
}

/** The query has the names of the profile. The signature has the camelCase names (interface document, endpoint 8). */
function buildQuery(data: Data, profile: GatewayProfile): string {
  const names: Readonly<Record<string, string>> = profile.queryParameters;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined || value === null) continue;
    query.append(names[name] ?? name, typeof value === 'string' ? value : canonicalJson(value));
  }
  return query.toString();
}
