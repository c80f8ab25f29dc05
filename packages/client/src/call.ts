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
import { timeoutMs as timeoutRule } from './options.ts';
import { circuitOpen, failedTransport, isUnavailable, noToken, readResponse } from './outcome.ts';
import { keepRawResponse } from './raw-response.ts';
import { prepareRequest, type PreparedRequest, type Signer } from './request.ts';
import { retryRead } from './retry.ts';
import type { RunningCalls } from './running-calls.ts';
import type { TokenSource } from './token.ts';
import { TransportError, type TransportResponse } from './transport.ts';

/** For one call. */
export interface CallOptions {
  /** Stops the call. What may have been sent by then may have been processed. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole call, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
}

/** What an endpoint asks for; the client adds the timestamp. The texts of a card may be given hidden. */
export type GatewayRequest<E extends Endpoint> = Hideable<Omit<z.input<E['request']>, 'timestamp'>>;

type Hideable<Input> = 'channelDetails' extends keyof Input
  ? Omit<Input, 'channelDetails'> & { readonly channelDetails?: HideableTexts<Input['channelDetails']> }
  : Input;

type HideableTexts<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] | (string extends Texts[Name] ? Redacted : never);
};

/** What an endpoint answers, once the envelope is off. */
export type GatewayResponse<E extends Endpoint> = z.output<E['response']>;

/** A call as a method. Where the merchant ID is all that it takes, and is optional, the method takes the options alone. */
export type GatewayMethod<E extends Endpoint> = [keyof GatewayRequest<E>, undefined] extends [
  'tenantId',
  GatewayRequest<E>[keyof GatewayRequest<E>],
]
  ? (options?: CallOptions) => Promise<GatewayResponse<E>>
  : (input: GatewayRequest<E>, options?: CallOptions) => Promise<GatewayResponse<E>>;

/** What all calls of one client share. */
export interface Caller extends Signer {
  readonly profile: GatewayProfile;
  readonly send: DirectSend<Deadline>;
  readonly running: RunningCalls;
  readonly circuit: CircuitBreaker;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly readAttempts: number;
  readonly random: () => number;
  readonly onExchange: ExchangeHook | undefined;
}

/** An endpoint whose answer is known. */
type EndpointWith<Response extends z.ZodType> = Endpoint<EndpointName, z.ZodObject, Response>;

/** Makes one call; without `tokens` it goes unauthorised, as the login does. */
export interface Call<Response extends z.ZodType> {
  readonly endpoint: EndpointWith<Response>;
  readonly input: unknown;
  readonly tokens?: TokenSource;
  readonly options?: CallOptions;
  /** Sent while the circuit is open, and once only. */
  readonly isProbe?: boolean;
}

/**
 * One call: validate, stamp, sign, authorise, send, unwrap, parse. A call that the gateway refuses for its token
 * (HTTP 401, so it was not processed) is sent once more with another; a call that only reads is sent again after a
 * failure that may pass. Nothing else is ever repeated. One deadline covers it all. While the circuit is open, nothing is sent.
 */
export async function call<Response extends z.ZodType>(
  caller: Caller,
  { endpoint, input, tokens, options = {}, isProbe = false }: Call<Response>,
): Promise<z.output<Response>> {
  const request = prepareRequest(caller, endpoint, input);
  const deadline = startDeadline(timeoutOf(caller, endpoint.name, options), options.signal);
  const attempt = { caller, endpoint, request, deadline };
  caller.running.begin(attempt);
  try {
    // A login is only sent for a call that the circuit has let through.
    if (tokens === undefined) return await exchange(attempt, undefined);
    if (isProbe) return await authorised(attempt, tokens);
    const { readAttempts: attempts, random, circuit } = caller;
    const unlessOpen = (): Promise<z.output<Response>> => {
      if (circuit.state === 'open') throw circuitOpen(request.subject, circuit);
      return authorised(attempt, tokens);
    };
    if (!endpoint.isRead) return await unlessOpen();
    return await retryRead({ attempts, deadline, random, circuit }, unlessOpen);
  } finally {
    deadline.clear();
    caller.running.end(attempt);
  }
}

interface Attempt<Response extends z.ZodType> {
  readonly caller: Caller;
  readonly endpoint: EndpointWith<Response>;
  readonly request: PreparedRequest;
  readonly deadline: Deadline;
}

// A promise a step adds up to as much as the signature: where there is nothing to wait for, none is made.
function authorised<Response extends z.ZodType>(
  attempt: Attempt<Response>,
  tokens: TokenSource,
): Promise<z.output<Response>> {
  const token = tokens.held();
  if (token !== undefined) return exchange(attempt, token, tokens);
  return orNotSent(attempt, tokens.get()).then((pendingToken) => exchange(attempt, pendingToken, tokens));
}

function timeoutOf(caller: Caller, endpoint: EndpointName, { timeoutMs }: CallOptions): number {
  if (timeoutMs === undefined) return caller.timeoutMs;
  const parsed = timeoutRule.safeParse(timeoutMs);
  if (parsed.success) return parsed.data;
  const violations = parsed.error.issues.map(({ message }) => ({ path: 'options.timeoutMs', message }));
  throw new InvalidRequestError(endpoint, violations, { ids: { endpoint } });
}

/** A token within the call's own deadline, or the reason why the call was not sent. */
async function orNotSent<Token>(
  { request, deadline }: Attempt<z.ZodType>,
  pendingToken: Promise<Token>,
): Promise<Token> {
  try {
    return await deadline.race(pendingToken);
  } catch (error) {
    throw noToken(request.subject, error);
  }
}

/** One HTTP request with this token and its answer, told to the hook; and one more with another token from `tokens`. */
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
    caller.circuit.succeeded(period);
    keepRawResponse(payload, response);
    tell(attempt, { startedAt, httpStatus, outcome: 'done' });
    return payload;
  } catch (error) {
    failure = error instanceof PgwError ? error : failedTransport(request.subject, error);
    record(attempt, { period, httpStatus, failure, error });
  }
  tell(attempt, { startedAt, httpStatus, outcome: failure.code });
  if (failure.code !== 'unauthorized' || token === undefined || tokens === undefined) throw failure;
  const another = await orNotSent(attempt, tokens.replace(token));
  if (another === undefined) throw failure;
  return exchange(attempt, another);
}

/** Records in the circuit breaker what a failed exchange says about the gateway. A call that its own caller stopped says nothing. */
function record({ caller: { circuit }, deadline }: Attempt<z.ZodType>, ended: FailedExchange): void {
  const { period, httpStatus, failure, error } = ended;
  const isStoppedByCaller = deadline.isStopped && !(deadline.reason instanceof DeadlineError);
  const isOversized = error instanceof TransportError && error.failure === 'oversized';
  const hasResponse = httpStatus !== undefined || isOversized;
  if (hasResponse && !isUnavailable(httpStatus ?? 200, failure)) circuit.succeeded(period);
  else if (hasResponse || !isStoppedByCaller) circuit.failed(period, failure.retryAfterMs);
}

interface FailedExchange {
  readonly period: number;
  /** Undefined when no whole answer came. */
  readonly httpStatus: number | undefined;
  readonly failure: PgwError;
  /** What the failure was made of. */
  readonly error: unknown;
}

interface Ended {
  readonly startedAt: number;
  readonly httpStatus: number | undefined;
  readonly outcome: ExchangeOutcome;
}

function tell({ caller, endpoint, request }: Attempt<z.ZodType>, ended: Ended): void {
  if (caller.onExchange === undefined) return;
  const { startedAt, httpStatus, outcome } = ended;
  const { url, signedMessage } = request;
  const durationMs = performance.now() - startedAt;
  report(caller.onExchange, { endpoint: endpoint.name, url, signedMessage, httpStatus, durationMs, outcome });
}

/** The one place where a token and a body are revealed: to the transport. */
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

/** A merchant may paste a token with or without its scheme. */
function bearer(token: string): string {
  return token.includes(' ') ? token : `Bearer ${token}`;
}
