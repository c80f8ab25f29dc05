import {
  fault,
  GatewayFaultError,
  InvalidResponseError,
  invalidSignatureCode,
  PgwError,
  readEnvelope,
  Redacted,
  type EndpointName,
  type FaultReading,
  type PgwErrorOptions,
  type Reading,
  type Violation,
} from '@pgw/protocol';
import { listViolations, violationsOf } from '@pgw/protocol/internal';
import type { z } from 'zod';
import type { GatewayCircuit } from './circuit-breaker.ts';
import { DeadlineError } from './deadline.ts';
import { TransportError, type TransportResponse } from './transport.ts';

/** The call that an outcome is about. */
export interface Subject {
  readonly endpoint: EndpointName;
  /** A call that only reads is never in doubt: it may be asked again. */
  readonly isRead: boolean;
  /** The gateway makes one transaction of one reference, so sending this call again cannot make a second. */
  readonly hasReference: boolean;
  /** What the request holds of a card, or the password of a login: a gateway that repeats it is not quoted with it. */
  readonly hidden: readonly Redacted[];
  /** May be logged. */
  readonly ids: Readonly<Record<string, string | number>>;
}

/** An answer, with what reading it needs. */
export interface ReceivedResponse<Response extends z.ZodType> {
  readonly schema: Response;
  readonly response: TransportResponse;
  /** The token that the request carried: a gateway that repeats it is not quoted with it. */
  readonly token: Redacted | undefined;
}

/**
 * The parsed payload of an answer.
 *
 * @throws PgwError `signature-rejected`, `gateway-fault`, `unauthorized`; for HTTP 429 see {@link busy}, for it and 5xx {@link lost}, for an
 * answer that breaks the interface {@link invalidResponse}.
 */
export function readResponse<Response extends z.ZodType>(
  subject: Subject,
  { schema, response, token }: ReceivedResponse<Response>,
): z.output<Response> {
  const { status } = response;
  const reading = read(response.body);
  if (reading?.kind === 'fault' && mayBelieve(subject, status, reading.code))
    throw refused(subject, reading, token);
  if (status === 401) throw unauthorized(subject, 'the gateway did not accept the token (HTTP 401)');
  if (status === 429 && (subject.isRead || subject.hasReference)) throw busy(subject, retryAfter(response));
  if (status >= 500 || status === 429) {
    throw lost(subject, `the gateway answered HTTP ${status}`, retryAfter(response));
  }
  if (reading === undefined) {
    throw invalidResponse(subject, `its answer (HTTP ${status}) is not JSON`, { httpStatus: status });
  }
  if (reading.kind === 'fault') throw refused(subject, reading, token);
  const parsed = schema.safeParse(reading.payload);
  if (parsed.success) return parsed.data;
  const violations = violationsOf(parsed.error).slice(0, quotedViolations);
  const why = `its answer (HTTP ${status}) breaks the interface: ${listViolations(violations)}`;
  throw invalidResponse(subject, why, { httpStatus: status, violations });
}

/** Whether an answer that became this failure means that the gateway cannot serve calls now: HTTP 429 or 5xx without a documented fault. */
export function isUnavailable(httpStatus: number, failure: PgwError): boolean {
  const isRefusal = failure.code === 'gateway-fault' || failure.code === 'signature-rejected';
  return !isRefusal && (httpStatus >= 500 || httpStatus === 429);
}

/** What is known when no whole answer came. */
export function failedTransport(subject: Subject, error: unknown): PgwError {
  if (!(error instanceof TransportError)) return lost(subject, stopReason(error), { cause: error });
  const why = error.failure === 'stopped' ? stopReason(error.cause) : error.message;
  if (!error.maybeSent) return notSent(subject, why, error);
  if (error.failure === 'oversized') return invalidResponse(subject, why);
  return lost(subject, why, { cause: error });
}

/** Nothing was sent, so nothing was processed: retryable, for every call. */
export function notSent(
  { endpoint, ids }: Pick<Subject, 'endpoint' | 'ids'>,
  why: string,
  cause: unknown,
): PgwError {
  const message = `${name(endpoint, ids)} was not sent: ${why}. Nothing was processed; try again.`;
  return new PgwError('gateway-unreachable', message, { cause, retryable: true, ids });
}

/** Refused by the circuit breaker, without a request. */
export function circuitOpen(subject: Subject, circuit: GatewayCircuit): PgwError {
  const { endpoint, ids } = subject;
  const since = new Date(circuit.openedAt ?? 0).toISOString();
  const retryAfterMs = circuit.retryAfterMs();
  const message =
    `${name(endpoint, ids)} was not sent: the gateway has not responded since ${since}. Nothing was processed. ` +
    'Calls are sent again as soon as a probe is answered.';
  return new PgwError('gateway-unreachable', message, {
    retryable: true,
    ids,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Why a call that waited for its token was never sent: the token's own failure, under this call's ids. */
export function noToken({ endpoint, ids }: Subject, error: unknown): PgwError {
  if (!(error instanceof PgwError)) {
    return notSent({ endpoint, ids }, stopReason(error), error);
  }
  const { code, retryable, retryAfterMs } = error;
  return new PgwError(code, `${name(endpoint, ids)} was not sent: no token. ${error.message}`, {
    cause: error,
    retryable,
    ids,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** The gateway did not accept who asks. Asking again does not help. */
export function unauthorized({ endpoint, ids }: Subject, why: string, cause?: unknown): PgwError {
  const message = `${name(endpoint, ids)} was refused: ${why}. Check the credentials and the merchant ID, and that both belong to this base URL.`;
  return new PgwError('unauthorized', message, { ids, cause });
}

/**
 * HTTP 429: the gateway refused the call because it gets too many. For a call that cannot be doubled: a refund or a card that was
 * processed in spite of the 429 would be paid twice when sent again, so for those the outcome stays unknown.
 */
function busy({ endpoint, ids }: Subject, options: PgwErrorOptions): PgwError {
  const message = `${name(endpoint, ids)} was refused: the gateway gets too many requests (HTTP 429). Nothing was processed; try again later.`;
  return new PgwError('gateway-busy', message, { ...options, retryable: true, ids });
}

/** No whole answer after the call may have been sent: `gateway-unreachable` for a read, else `outcome-unknown`. */
function lost(subject: Subject, why: string, options: PgwErrorOptions = {}): PgwError {
  const { endpoint, isRead, ids } = subject;
  if (!isRead) return unknown(subject, why, options);
  const message = `${name(endpoint, ids)} got no answer: ${why}. It only reads, so it may be asked again.`;
  return new PgwError('gateway-unreachable', message, { ...options, retryable: true, ids });
}

/** A list of hundreds of entries may break a rule in each. */
const quotedViolations = 5;

interface ReadResponse {
  readonly httpStatus?: number;
  readonly violations?: readonly Violation[];
}

/** An answer that breaks the interface: `invalid-response` for a read, else `outcome-unknown`. */
function invalidResponse(
  { endpoint, isRead, ids }: Subject,
  why: string,
  { httpStatus, violations = [] }: ReadResponse = {},
): InvalidResponseError {
  const options = { ids, httpStatus, violations };
  const call = name(endpoint, ids);
  if (isRead) {
    const message = `${call} received no usable answer: ${why}. Check that baseUrl and the profile are those of this gateway.`;
    return new InvalidResponseError('invalid-response', message, options);
  }
  const message = `${call} may have been processed: the gateway answered, but ${why}. Do not send it again; query it first.`;
  return new InvalidResponseError('outcome-unknown', message, options);
}

function unknown({ endpoint, ids }: Subject, why: string, options: PgwErrorOptions): PgwError {
  const message = `${name(endpoint, ids)} may have been processed: ${why}. Do not send it again; find out what became of it first.`;
  return new PgwError('outcome-unknown', message, { ...options, retryable: false, ids });
}

/** A refusal in the gateway's own words. At a login, any refusal means the credentials. */
function refused(subject: Subject, reading: FaultReading, token: Redacted | undefined): PgwError {
  const { endpoint, ids } = subject;
  const words = quoted(reading, [...subject.hidden, ...tokenForms(token)]);
  if (endpoint === 'authenticate') {
    return unauthorized(subject, `the gateway says "${words.message}" (code ${words.code})`);
  }
  if (words.code !== invalidSignatureCode) {
    const retryable = fault(words.code).mayRepeat;
    return new GatewayFaultError(name(endpoint, ids), { ...words, endpoint }, { retryable, ids });
  }
  return new PgwError(
    'signature-rejected',
    `The gateway rejected the signature of ${name(endpoint, ids)}. Likely the secret key is not the one of this merchant ID, or ` +
      'the gateway sees another URL than baseUrl. To see the exact message that was signed, pass the option onExchange and ' +
      'print exchange.signedMessage.',
    { ids },
  );
}

/**
 * What is quoted of a refusal: a line or two, however much the gateway says, without what the request carried in secret. What looks like
 * a card is masked whatever the endpoint: a gateway may word a refusal with a card that it was sent in another call.
 */
function quoted(reading: FaultReading, hidden: readonly Redacted[]): FaultReading {
  const quote = (text: string, length: number): string =>
    hidden
      .reduce((rest, value) => rest.replaceAll(value.reveal(), '[redacted]'), text)
      .replaceAll(cardLike, '[number]')
      .slice(0, length);
  return {
    ...reading,
    message: quote(reading.message, 200),
    details: reading.details === undefined ? undefined : quote(reading.details, 500),
    validationErrors: reading.validationErrors.slice(0, 20).map(({ message, members }) => ({
      message: quote(message, 200),
      members: members.slice(0, 5).map((member) => quote(member, 100)),
    })),
  };
}

/** A token as it was sent, and without its scheme. */
function tokenForms(token: Redacted | undefined): Redacted[] {
  if (token === undefined) return [];
  const bare = token.reveal().split(' ').at(-1) ?? '';
  return [token, new Redacted(bare)];
}

/** Twelve to nineteen digits, spaced or dashed as cards are. */
const cardLike = /\d(?:[ -]?\d){11,18}/g;

/**
 * Whether a fault tells the outcome. Behind HTTP 401, 429 and 5xx only a documented code does: any other is how the
 * service words a failure of its own, after which a payment may stand.
 */
function mayBelieve({ endpoint }: Subject, status: number, code: number): boolean {
  const isSuspect = status === 401 || status === 429 || status >= 500;
  return !isSuspect || endpoint === 'authenticate' || fault(code).isDocumented;
}

const utf8 = new TextDecoder();

function read(body: Uint8Array): Reading | undefined {
  try {
    return readEnvelope(JSON.parse(utf8.decode(body)));
  } catch {
    // The parser's own error quotes the body, which may hold a token: it goes no further.
    return undefined;
  }
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3); a date is taken by this machine's clock. */
function retryAfter({ retryAfter: given }: TransportResponse): PgwErrorOptions {
  if (given === undefined) return {};
  const seconds = Number(given);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return waitMs > 0 ? { retryAfterMs: Math.round(waitMs) } : {};
}

function stopReason(reason: unknown): string {
  if (reason instanceof DeadlineError) return reason.message.replace(/\.$/, '');
  if (reason instanceof Error && reason.name !== 'AbortError') return reason.message;
  return 'its caller stopped it';
}

/** The call and its ids, as `requestPayment (referenceCode A-1)`. */
function name(endpoint: EndpointName, ids: Subject['ids']): string {
  const listed = Object.entries(ids).filter(([key]) => key !== 'endpoint');
  return listed.length === 0 ? endpoint : `${endpoint} (${listed.map((id) => id.join(' ')).join(', ')})`;
}
