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
  type Violation,
} from '@pgw/protocol';
import {
  invalidSignatureCode,
  type PgwErrorOptions,
  formatViolations,
  violationsOf,
  parseInput,
} from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import type { GatewayCircuit } from '../circuit-breaker.ts';
import { DeadlineError } from '../deadline.ts';
import { redactFault } from './redact-fault.ts';
import type { DecodedResponse } from './decode-response.ts';
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

/**
 * Returns the parsed payload of a response.
 *
 * @throws PgwError `signature-rejected`, `gateway-fault` or `unauthorized`. See {@link createBusyError} and
 * {@link createNoResponseError} for HTTP 429 and 5xx, and {@link createInvalidResponseError} for an invalid response.
 */
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
  if (status === 429 && (context.isReadOnly || context.hasReference))
    throw createBusyError(context, parseRetryAfter(response));
  if (status >= 500 || status === 429) {
    throw createNoResponseError(
      context,
      `the gateway responded with HTTP ${status}`,
      parseRetryAfter(response),
    );
  }
  if (content === undefined) {
    const reason = `its response (HTTP ${status}) ${response.bodyError ?? describeUnparsed(response)}`;
    throw createInvalidResponseError(context, reason, { httpStatus: status });
  }
  if (content.kind === 'fault') throw createRefusalError(context, content, token);
  const parsed = parseInput(schema, content.payload);
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

/** Creates the error of a request without a complete response. */
export function createSendError(context: ErrorContext, error: unknown): PgwError {
  if (!(error instanceof TransportError))
    return createNoResponseError(context, describeAbort(error), { cause: error });
  const reason = error.failure === 'aborted' ? describeAbort(error.cause) : error.message;
  if (!error.maybeSent) return createNotSentError(context, reason, error);
  if (error.failure === 'oversized') return createInvalidResponseError(context, reason);
  return createNoResponseError(context, reason, { cause: error });
}

/** Creates the error of a request that was not sent. The error is retryable for every operation. */
export function createNotSentError(
  { endpoint, ids }: Pick<ErrorContext, 'endpoint' | 'ids'>,
  reason: string,
  cause: unknown,
): PgwError {
  const message = `${describeRequest(endpoint, ids)} was not sent: ${reason}. Nothing was processed. Try again.`;
  return new PgwError('gateway-unreachable', message, { cause, retryable: true, ids });
}

/** Creates the error of a request that the circuit breaker rejected. */
export function createCircuitOpenError(context: ErrorContext, circuit: GatewayCircuit): PgwError {
  const { endpoint, ids } = context;
  const since = new Date(circuit.openedAt ?? 0).toISOString();
  const retryAfterMs = circuit.retryAfterMs();
  const message =
    `${describeRequest(endpoint, ids)} was not sent: the gateway has not responded since ${since}. Nothing was processed. ` +
    'Requests are sent again after a probe receives a response.';
  return new PgwError('gateway-unreachable', message, {
    retryable: true,
    ids,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/**
 * Creates the error of a request that was not sent because the client has no token. The error has the code of
 * the failed login and the ids of this request.
 */
export function createNoTokenError({ endpoint, ids }: ErrorContext, error: unknown): PgwError {
  if (!(error instanceof PgwError)) {
    return createNotSentError({ endpoint, ids }, describeAbort(error), error);
  }
  const { code, retryable, retryAfterMs } = error;
  const message = `${describeRequest(endpoint, ids)} was not sent because it has no token. ${error.message}`;
  return new PgwError(code, message, {
    cause: error,
    retryable,
    ids,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Creates the error of refused credentials. The error is not retryable. */
export function createUnauthorizedError(
  { endpoint, ids }: ErrorContext,
  reason: string,
  cause?: unknown,
): PgwError {
  const message = `${describeRequest(endpoint, ids)} was refused: ${reason}. Check the credentials and the merchant ID, and that both belong to this base URL.`;
  return new PgwError('unauthorized', message, { ids, cause });
}

/**
 * Creates the error for HTTP 429 (too many requests). Only operations that are safe to repeat have this
 * error. After HTTP 429, the outcome of a refund or a card charge is unknown. The gateway may have processed it,
 * and must not receive it twice.
 */
function createBusyError({ endpoint, ids }: ErrorContext, options: PgwErrorOptions): PgwError {
  const message = `${describeRequest(endpoint, ids)} was refused: the gateway received too many requests (HTTP 429). Nothing was processed. Try again later.`;
  return new PgwError('gateway-busy', message, { ...options, retryable: true, ids });
}

/**
 * Creates the error of a request that may have been sent and has no complete response. The code is
 * `gateway-unreachable` for an operation that only reads, and `outcome-unknown` for any other operation.
 */
function createNoResponseError(
  context: ErrorContext,
  reason: string,
  options: PgwErrorOptions = {},
): PgwError {
  const { endpoint, isReadOnly, ids } = context;
  if (!isReadOnly) return createOutcomeUnknownError(context, reason, options);
  const message = `${describeRequest(endpoint, ids)} received no response: ${reason}. It only reads, so it may be sent again.`;
  return new PgwError('gateway-unreachable', message, { ...options, retryable: true, ids });
}

/**
 * Maximum number of violations in an error. Without it, a long list could have a violation for each entry.
 */
const maxViolations = 5;

interface ResponseDetails {
  readonly httpStatus?: number | undefined;
  readonly violations?: readonly Violation[] | undefined;
}

/**
 * Creates the error of an invalid response. The code is `invalid-response` for an operation that only reads,
 * and `outcome-unknown` for any other operation.
 */
function createInvalidResponseError(
  { endpoint, isReadOnly, ids }: ErrorContext,
  reason: string,
  { httpStatus, violations = [] }: ResponseDetails = {},
): InvalidResponseError {
  const options = { ids, httpStatus, violations };
  const call = describeRequest(endpoint, ids);
  if (isReadOnly) {
    const message = `${call} received an invalid response: ${reason}. Check that baseUrl and the profile are correct for this gateway.`;
    return new InvalidResponseError('invalid-response', message, options);
  }
  const message = `${call} may have been processed: the gateway responded, but ${reason}. Query the outcome before you send the request again.`;
  return new InvalidResponseError('outcome-unknown', message, options);
}

function createOutcomeUnknownError(
  { endpoint, ids }: ErrorContext,
  reason: string,
  options: PgwErrorOptions,
): PgwError {
  const message = `${describeRequest(endpoint, ids)} may have been processed: ${reason}. Query the outcome before you send the request again.`;
  return new PgwError('outcome-unknown', message, { ...options, retryable: false, ids });
}

/**
 * Creates the error of a fault. A fault in the response to a login means that the credentials are invalid.
 */
function createRefusalError(
  context: ErrorContext,
  faultContent: FaultContent,
  token: Redacted | undefined,
): PgwError {
  const { endpoint, ids } = context;
  const quotedFault = redactFault(faultContent, { sensitiveValues: context.sensitiveValues, token });
  if (endpoint === 'authenticate') {
    return createUnauthorizedError(
      context,
      `the gateway reports "${quotedFault.message}" (code ${quotedFault.code})`,
    );
  }
  if (quotedFault.code !== invalidSignatureCode) {
    const retryable = fault(quotedFault.code).isRetryable;
    return new GatewayFaultError(
      describeRequest(endpoint, ids),
      { ...quotedFault, endpoint },
      { retryable, ids },
    );
  }
  return new PgwError(
    'signature-rejected',
    `The gateway rejected the signature of ${describeRequest(endpoint, ids)}. Probably the secret key does not belong to this merchant ID, or ` +
      'the gateway sees a URL that differs from baseUrl. To see the signed message, pass the option onExchange and ' +
      'print exchange.signedMessage.',
    { ids },
  );
}

/**
 * Returns true when a fault determines the outcome. With HTTP 401, 429 and 5xx, only a documented code
 * determines the outcome. With an undocumented code, the HTTP status determines the error.
 */
function isConclusive({ endpoint }: ErrorContext, status: number, code: number): boolean {
  const isUncertain = status === 401 || status === 429 || status >= 500;
  return !isUncertain || endpoint === 'authenticate' || fault(code).isDocumented;
}

const utf8 = new TextDecoder();

function parseBody(body: Uint8Array): EnvelopeContent | undefined {
  try {
    return readEnvelope(JSON.parse(utf8.decode(body)));
  } catch {
    // The error of the parser quotes the body, which may contain a token, so the error is ignored.
    return undefined;
  }
}

/**
 * Parses `Retry-After`, which has seconds or a date (RFC 9110, 10.2.3). A date is compared with the clock of
 * this machine.
 */
function parseRetryAfter({ retryAfter: header }: TransportResponse): PgwErrorOptions {
  if (header === undefined) return {};
  const seconds = Number(header);
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return delayMs > 0 ? { retryAfterMs: Math.round(delayMs) } : {};
}

function describeAbort(reason: unknown): string {
  if (reason instanceof DeadlineError) return reason.message.replace(/\.$/, '');
  if (reason instanceof Error && reason.name !== 'AbortError') return reason.message;
  return 'the caller aborted the request';
}

/** Returns the endpoint and the ids, such as `requestPayment (referenceCode A-1)`. */
function describeRequest(endpoint: EndpointName, ids: ErrorContext['ids']): string {
  const entries = Object.entries(ids).filter(([key]) => key !== 'endpoint');
  return entries.length === 0 ? endpoint : `${endpoint} (${entries.map((id) => id.join(' ')).join(', ')})`;
}
