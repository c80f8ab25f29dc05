import {
  InvalidRequestError,
  PgwError,
  type Redacted,
  type Endpoint,
  type EndpointName,
  type GatewayProfile,
} from '@pgw/protocol';
import type { z } from 'zod';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { DeadlineError, startDeadline, type Deadline } from './deadline.ts';
import type { DirectSend } from './dispatcher-transport.ts';
import { report, type ExchangeHook, type ExchangeOutcome } from './exchange.ts';
import { timeoutMsSchema } from './options.ts';
import {
  circuitOpenError,
  transportErrorOf,
  isUnavailable,
  noTokenError,
  readResponse,
} from './read-response.ts';
import { keepRawResponse } from './raw-response.ts';
import { prepareRequest, type PreparedRequest, type Signer } from './request.ts';
import { retryRead } from './retry.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { TokenSource } from './token.ts';
import { TransportError, type TransportResponse } from './transport.ts';

/** Options for one request. */
export interface CallOptions {
  /** Aborts the request. The gateway may still process a request that was already sent. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the whole operation, in milliseconds. Default: `timeoutMs` of the client. */
  readonly timeoutMs?: number | undefined;
}

/** The request of an endpoint, without the timestamp, which the client adds. Card fields may be {@link Redacted}. */
export type GatewayRequest<E extends Endpoint> = Redactable<Omit<z.input<E['request']>, 'timestamp'>>;

type Redactable<Input> = 'channelDetails' extends keyof Input
  ? Omit<Input, 'channelDetails'> & { readonly channelDetails?: RedactableTexts<Input['channelDetails']> }
  : Input;

type RedactableTexts<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] | (string extends Texts[Name] ? Redacted : never);
};

/** The payload of an endpoint's response, without the envelope. */
export type GatewayResponse<E extends Endpoint> = z.output<E['response']>;

/** The method of an endpoint. It takes only the options when the request has no field except an optional merchant ID. */
export type GatewayMethod<E extends Endpoint> = [keyof GatewayRequest<E>, undefined] extends [
  'tenantId',
  GatewayRequest<E>[keyof GatewayRequest<E>],
]
  ? (options?: CallOptions) => Promise<GatewayResponse<E>>
  : (input: GatewayRequest<E>, options?: CallOptions) => Promise<GatewayResponse<E>>;

/** What all requests of one client share. */
export interface Caller extends Signer {
  readonly profile: GatewayProfile;
  readonly send: DirectSend<Deadline>;
  readonly pendingCalls: PendingCalls;
  readonly circuit: CircuitBreaker;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly readAttempts: number;
  readonly random: () => number;
  readonly onExchange: ExchangeHook | undefined;
}

/** An endpoint with a known response schema. */
type EndpointWith<Response extends z.ZodType> = Endpoint<EndpointName, z.ZodObject, Response>;

/** One operation. Without `tokens` it is sent without authorisation, like the login. */
export interface Call<Response extends z.ZodType> {
  readonly endpoint: EndpointWith<Response>;
  readonly input: unknown;
  readonly tokens?: TokenSource;
  readonly options?: CallOptions;
  /** True for a probe. It is sent while the circuit is open, and is never retried. */
  readonly isProbe?: boolean;
}

/**
 * Runs one operation: validates, signs and sends the request, then reads the response.
 *
 * After HTTP 401, when nothing was processed, the request is sent once more with a new token. An operation that only reads is
 * retried after a temporary failure. No other request is sent again. One deadline applies to all of it. While the circuit is open,
 * nothing is sent.
 */
export async function call<Response extends z.ZodType>(
  caller: Caller,
  { endpoint, input, tokens, options = {}, isProbe = false }: Call<Response>,
): Promise<z.output<Response>> {
  const request = prepareRequest(caller, endpoint, input);
  const deadline = startDeadline(timeoutOf(caller, endpoint.name, options), options.signal);
  const attempt = { caller, endpoint, request, deadline };
  caller.pendingCalls.begin(attempt);
  try {
    // A login is only sent for a request that the circuit has allowed.
    if (tokens === undefined) return await exchange(attempt, undefined);
    if (isProbe) return await exchangeWithToken(attempt, tokens);
    const { readAttempts: attempts, random, circuit } = caller;
    const sendUnlessOpen = (): Promise<z.output<Response>> => {
      if (circuit.state === 'open') throw circuitOpenError(request.subject, circuit);
      return exchangeWithToken(attempt, tokens);
    };
    if (!endpoint.isRead) return await sendUnlessOpen();
    return await retryRead({ attempts, deadline, random, circuit }, sendUnlessOpen);
  } finally {
    deadline.clear();
    caller.pendingCalls.end(attempt);
  }
}

interface Attempt<Response extends z.ZodType> {
  readonly caller: Caller;
  readonly endpoint: EndpointWith<Response>;
  readonly request: PreparedRequest;
  readonly deadline: Deadline;
}

// A promise for each step would take as long as the signature, so none is created without a need.
function exchangeWithToken<Response extends z.ZodType>(
  attempt: Attempt<Response>,
  tokens: TokenSource,
): Promise<z.output<Response>> {
  const token = tokens.cachedToken();
  if (token !== undefined) return exchange(attempt, token, tokens);
  return waitForToken(attempt, tokens.get()).then((received) => exchange(attempt, received, tokens));
}

function timeoutOf(caller: Caller, endpoint: EndpointName, { timeoutMs }: CallOptions): number {
  if (timeoutMs === undefined) return caller.timeoutMs;
  const parsed = timeoutMsSchema.safeParse(timeoutMs);
  if (parsed.success) return parsed.data;
  const violations = parsed.error.issues.map(({ message }) => ({ path: 'options.timeoutMs', message }));
  throw new InvalidRequestError(endpoint, violations, { ids: { endpoint } });
}

/** Waits for a token until the deadline. Throws the reason why the request was not sent. */
async function waitForToken<Token>(
  { request, deadline }: Attempt<z.ZodType>,
  pendingToken: Promise<Token>,
): Promise<Token> {
  try {
    return await deadline.race(pendingToken);
  } catch (error) {
    throw noTokenError(request.subject, error);
  }
}

/** Sends one HTTP request and reports it to the hook. After HTTP 401 it is sent once more with a new token from `tokens`. */
async function exchange<Response extends z.ZodType>(
  attempt: Attempt<Response>,
  token: Redacted | undefined,
  tokens?: TokenSource,
): Promise<z.output<Response>> {
  const { caller, endpoint, request } = attempt;
  const { period } = caller.circuit;
  const startedAt = performance.now();
  let httpStatus: number | undefined;
  let failure: PgwError;
  try {
    const response = await send(attempt, token);
    httpStatus = response.status;
    const payload = readResponse(request.subject, { schema: endpoint.response, response, token });
    caller.circuit.recordSuccess(period);
    keepRawResponse(payload, response);
    reportTo(attempt, { startedAt, httpStatus, outcome: 'done' });
    return payload;
  } catch (error) {
    failure = error instanceof PgwError ? error : transportErrorOf(request.subject, error);
    recordFailedExchange(attempt, { period, httpStatus, failure, error });
  }
  reportTo(attempt, { startedAt, httpStatus, outcome: failure.code });
  if (failure.code !== 'unauthorized' || token === undefined || tokens === undefined) throw failure;
  const newToken = await waitForToken(attempt, tokens.replace(token));
  if (newToken === undefined) throw failure;
  return exchange(attempt, newToken);
}

/** Records a failed exchange in the circuit breaker. An exchange that the caller aborted is not recorded. */
function recordFailedExchange(
  { caller: { circuit }, deadline }: Attempt<z.ZodType>,
  ended: FailedExchange,
): void {
  const { period, httpStatus, failure, error } = ended;
  const isAbortedByCaller = deadline.isAborted && !(deadline.reason instanceof DeadlineError);
  const isOversized = error instanceof TransportError && error.failure === 'oversized';
  const hasResponse = httpStatus !== undefined || isOversized;
  if (hasResponse && !isUnavailable(httpStatus ?? 200, failure)) circuit.recordSuccess(period);
  else if (hasResponse || !isAbortedByCaller) circuit.recordFailure(period, failure.retryAfterMs);
}

interface FailedExchange {
  readonly period: number;
  /** Undefined when no complete response was received. */
  readonly httpStatus: number | undefined;
  readonly failure: PgwError;
  /** The original error. */
  readonly error: unknown;
}

interface ExchangeResult {
  readonly startedAt: number;
  readonly httpStatus: number | undefined;
  readonly outcome: ExchangeOutcome;
}

function reportTo({ caller, endpoint, request }: Attempt<z.ZodType>, ended: ExchangeResult): void {
  if (caller.onExchange === undefined) return;
  const { startedAt, httpStatus, outcome } = ended;
  const { url, signedMessage } = request;
  const durationMs = performance.now() - startedAt;
  report(caller.onExchange, { endpoint: endpoint.name, url, signedMessage, httpStatus, durationMs, outcome });
}

/** Passes the request to the transport. Only here the token and the body are revealed. */
function send(
  { caller, request, deadline }: Attempt<z.ZodType>,
  token: Redacted | undefined,
): Promise<TransportResponse> {
  const { url, method, body } = request;
  const { maxResponseBytes, profile } = caller;
  const headers = [...request.headers];
  if (token !== undefined) headers.push(profile.headers.authorization, bearer(token.reveal()));
  return caller.send({ url, method, headers, body: body?.reveal(), maxResponseBytes }, deadline);
}

/** Adds the scheme when the configured token has none. */
function bearer(token: string): string {
  return token.includes(' ') ? token : `Bearer ${token}`;
}
