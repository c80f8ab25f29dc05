import {
  fault,
  GatewayFaultError,
  InvalidResponseError,
  PgwError,
  readEnvelope,
  type Redacted,
  type EndpointName,
  type FaultContent,
  type EnvelopeContent,
  type PgwErrorCode,
} from '@pgw/protocol';
import {
  invalidSignatureCode,
  type InvalidResponseErrorOptions,
  type PgwErrorOptions,
  formatViolations,
  violationsOf,
  parseOften,
  parseJson,
} from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import type { GatewayCircuit } from '../circuit-breaker.ts';
import { DeadlineError } from '../deadline.ts';
import { redactFault } from './redact-fault.ts';
import type { DecodedResponse } from './content-encoding.ts';
import { TransportError, type TransportResponse } from '../transports/transport.ts';

/** What an error contains about its request, and what determines the code of the error. */
export interface ErrorContext {
  readonly endpoint: EndpointName;
  /** True for an operation that only reads. Such an operation may be sent again. */
  readonly isReadOnly: boolean;
  /** True when the request has a reference. The gateway creates only one transaction for a reference. */
  readonly hasReference: boolean;
  /** Card fields and passwords of the request. They are removed from quoted texts of the gateway. */
  readonly sensitiveValues: readonly Redacted[];
  /** Ids that may be logged. */
  readonly ids: Readonly<Record<string, string | number>>;
}

/** A response, with its schema and the token of its request. */
export interface ReceivedResponse<Response extends z.ZodType> {
  readonly schema: Response;
  readonly response: DecodedResponse;
  /** The token of the request. It is removed from quoted texts of the gateway. */
  readonly token: Redacted | undefined;
}

/** Returns the parsed payload of a response, or throws a PgwError. */
export function readResponse<Response extends z.ZodType>(
  context: ErrorContext,
  { schema, response, token }: ReceivedResponse<Response>,
): z.output<Response> {
  const { status } = response;
  const content = response.bodyError === undefined ? parseBody(response.body) : undefined;
  if (content?.kind === 'fault' && isConclusive(context, status, content.code))
    throw createRefusalError(context, content, token);
  if (status === 401)
    throw createUnauthorizedError(context, 'the gateway did not accept the token (HTTP 401)');
  const retryAfterMs = parseRetryAfter(response);
  // The gateway may have processed a refund or a card charge before HTTP 429, and must not receive it twice.
  if (status === 429 && (context.isReadOnly || context.hasReference)) {
    const text =
      'was refused: the gateway received too many requests (HTTP 429). Nothing was processed. Try again later.';
    throw createError(context, 'gateway-busy', { text, retryAfterMs, retryable: true });
  }
  if (status >= 500 || status === 429)
    throw createNoResponseError(context, `the gateway responded with HTTP ${status}`, { retryAfterMs });
  if (content === undefined) {
    const reason = `its response (HTTP ${status}) ${response.bodyError ?? describeUnparsed(response)}`;
    throw createInvalidResponseError(context, reason, { httpStatus: status });
  }
  if (content.kind === 'fault') throw createRefusalError(context, content, token);
  const parsed = parseOften(schema, content.payload);
  if (parsed.success) return parsed.data;
  const violations = violationsOf(parsed.error).slice(0, maxViolations);
  const reason = `its response (HTTP ${status}) is invalid: ${formatViolations(violations)}`;
  throw createInvalidResponseError(context, reason, { httpStatus: status, violations });
}

/** Describes a body that is not JSON. Continues the text "the response …". */
function describeUnparsed({ decodedFrom }: DecodedResponse): string {
  if (decodedFrom === undefined) return 'is not JSON';
  const quoted = JSON.stringify(decodedFrom.slice(0, 40));
  return `has the Content-Encoding ${quoted}, and is not JSON after it was decoded; it may have been cut off`;
}

/** Returns true when the gateway cannot serve requests now: HTTP 429 or 5xx without a documented fault. */
export function isUnavailable(httpStatus: number, error: PgwError): boolean {
  const isRefusal = error.code === 'gateway-fault' || error.code === 'signature-rejected';
  return !isRefusal && (httpStatus >= 500 || httpStatus === 429);
}

type Subject = Pick<ErrorContext, 'endpoint' | 'ids'>;

interface ErrorText extends Omit<PgwErrorOptions, 'ids'> {
  /** Continues the name of the request, such as `was refused: …`. */
  readonly text: string;
}

function createError(subject: Subject, code: PgwErrorCode, { text, ...options }: ErrorText): PgwError {
  return new PgwError(code, `${describeRequest(subject)} ${text}`, { ...options, ids: subject.ids });
}

/** Creates the error of a request without a complete response. */
export function createSendError(context: ErrorContext, error: unknown): PgwError {
  if (!(error instanceof TransportError))
    return createNoResponseError(context, describeAbort(error), { cause: error });
  const reason = error.failure === 'aborted' ? describeAbort(error.cause) : error.message;
  if (!error.maybeSent) return createNotSentError(context, reason, error);
  if (error.failure === 'oversized') return createInvalidResponseError(context, reason);
  return createNoResponseError(context, reason, { cause: error });
}

function createNotSentError(subject: Subject, reason: string, cause: unknown): PgwError {
  const text = `was not sent: ${reason}. Nothing was processed. Try again.`;
  return createError(subject, 'gateway-unreachable', { text, cause, retryable: true });
}

/** Creates the error of a request that the circuit breaker rejected. */
export function createCircuitOpenError(context: ErrorContext, circuit: GatewayCircuit): PgwError {
  const since = new Date(circuit.openedAt ?? 0).toISOString();
  const text =
    `was not sent: the gateway has not responded since ${since}. Nothing was processed. ` +
    'Requests are sent again after a probe receives a response.';
  const retryAfterMs = circuit.retryAfterMs();
  return createError(context, 'gateway-unreachable', { text, retryable: true, retryAfterMs });
}

/** Creates the error of a request without a token. It has the code of the failed login and the ids of this request. */
export function createNoTokenError(context: ErrorContext, error: unknown): PgwError {
  if (!(error instanceof PgwError)) return createNotSentError(context, describeAbort(error), error);
  const { code, retryable, retryAfterMs, message } = error;
  const text = `was not sent because it has no token. ${message}`;
  return createError(context, code, { text, cause: error, retryable, retryAfterMs });
}

function createUnauthorizedError(context: ErrorContext, reason: string): PgwError {
  const text = `was refused: ${reason}. Check the credentials and the merchant ID, and that both belong to this base URL.`;
  return createError(context, 'unauthorized', { text });
}

/** Creates the error of a request that may have been sent and has no complete response. */
function createNoResponseError(
  context: ErrorContext,
  reason: string,
  options: PgwErrorOptions = {},
): PgwError {
  if (context.isReadOnly) {
    const text = `received no response: ${reason}. It only reads, so it may be sent again.`;
    return createError(context, 'gateway-unreachable', { ...options, text, retryable: true });
  }
  const text = `may have been processed: ${reason}. Query the outcome before you send the request again.`;
  return createError(context, 'outcome-unknown', { ...options, text });
}

/** Maximum number of violations in an error. Without it, a long list could have a violation for each entry. */
const maxViolations = 5;

function createInvalidResponseError(
  { endpoint, isReadOnly, ids }: ErrorContext,
  reason: string,
  { httpStatus, violations = [] }: Partial<InvalidResponseErrorOptions> = {},
): InvalidResponseError {
  const text = isReadOnly
    ? `received an invalid response: ${reason}. Check that baseUrl and the profile are correct for this gateway.`
    : `may have been processed: the gateway responded, but ${reason}. Query the outcome before you send the request again.`;
  return new InvalidResponseError(
    isReadOnly ? 'invalid-response' : 'outcome-unknown',
    `${describeRequest({ endpoint, ids })} ${text}`,
    { ids, httpStatus, violations },
  );
}

/** Creates the error of a fault. A fault in the response to a login means that the credentials are invalid. */
function createRefusalError(
  context: ErrorContext,
  faultContent: FaultContent,
  token: Redacted | undefined,
): PgwError {
  const { endpoint, ids, sensitiveValues } = context;
  const quotedFault = redactFault(faultContent, { sensitiveValues, token });
  const { code, message } = quotedFault;
  if (endpoint === 'authenticate')
    return createUnauthorizedError(context, `the gateway reports "${message}" (code ${code})`);
  const request = describeRequest(context);
  if (code !== invalidSignatureCode) {
    const retryable = fault(code).isRetryable;
    return new GatewayFaultError(request, { ...quotedFault, endpoint }, { retryable, ids });
  }
  return new PgwError(
    'signature-rejected',
    `The gateway rejected the signature of ${request}. Probably the secret key does not belong to this merchant ID, or ` +
      'the gateway sees a URL that differs from baseUrl. To see the signed message, pass the option onExchange and ' +
      'print exchange.signedMessage.',
    { ids },
  );
}

/** Returns true when a fault determines the outcome. With HTTP 401, 429 and 5xx, only a documented code does. */
function isConclusive({ endpoint }: ErrorContext, status: number, code: number): boolean {
  const isUncertain = status === 401 || status === 429 || status >= 500;
  return !isUncertain || endpoint === 'authenticate' || fault(code).isDocumented;
}

const utf8 = new TextDecoder();

function parseBody(body: Uint8Array): EnvelopeContent | undefined {
  const json = parseJson(utf8.decode(body));
  return json === undefined ? undefined : readEnvelope(json);
}

/** Parses `Retry-After`, which has seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter({ retryAfter: header }: TransportResponse): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return delayMs > 0 ? Math.round(delayMs) : undefined;
}

function describeAbort(reason: unknown): string {
  if (reason instanceof DeadlineError) return reason.message.replace(/\.$/, '');
  if (reason instanceof Error && reason.name !== 'AbortError') return reason.message;
  return 'the caller aborted the request';
}

/** Returns the endpoint and the ids, such as `requestPayment (referenceCode A-1)`. */
function describeRequest({ endpoint, ids }: Subject): string {
  const entries = Object.entries(ids).filter(([key]) => key !== 'endpoint');
  return entries.length === 0 ? endpoint : `${endpoint} (${entries.map((id) => id.join(' ')).join(', ')})`;
}
