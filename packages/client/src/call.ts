import {
  InvalidRequestError,
  PgwError,
  type Redacted,
  type Endpoint,
  type EndpointName,
  type GatewayProfile,
} from '@pgw/protocol';
import {
  createTraced,
  getEnclosingTraceparent,
  parseInput,
  violationsOf,
  type TraceMessage,
} from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { decodeResponse } from './response/content-encoding.ts';
import { DeadlineError, startDeadline, type Deadline } from './deadline.ts';
import type { DirectSend } from './transports/direct-send.ts';
import { callHook, type Exchange, type ExchangeHook } from './exchange.ts';
import { timeoutMsSchema } from './options.ts';
import {
  createCircuitOpenError,
  createSendError,
  isUnavailable,
  createNoTokenError,
  readResponse,
} from './response/read-response.ts';
import { keepRawResponse } from './response/raw-response.ts';
import { prepareRequest, type PreparedRequest, type Signer } from './request.ts';
import { retryRead } from './retry.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { TokenSource } from './token.ts';
import { TransportError, type TransportResponse } from './transports/transport.ts';

/** Options for one request. */
export interface CallOptions {
  /** Aborts the request. The gateway may still process a request that was already sent. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the whole operation, in milliseconds. Default: `timeoutMs` of the client. */
  readonly timeoutMs?: number | undefined;
}

/**
 * The request of an endpoint, without the timestamp, which the client adds. Card fields may be
 * {@link Redacted}.
 */
export type GatewayRequest<E extends Endpoint> = Redactable<Omit<z.input<E['request']>, 'timestamp'>>;

type Redactable<Input> = 'channelDetails' extends keyof Input
  ? Omit<Input, 'channelDetails'> & { readonly channelDetails?: RedactableTexts<Input['channelDetails']> }
  : Input;

type RedactableTexts<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] | (string extends Texts[Name] ? Redacted : never);
};

/** The payload of an endpoint's response, without the envelope. */
export type GatewayResponse<E extends Endpoint> = z.output<E['response']>;

/**
 * The method of an endpoint. The method has only the parameter `options` when the request has no field except
 * an optional merchant ID.
 */
export type GatewayMethod<E extends Endpoint> = [keyof GatewayRequest<E>, undefined] extends [
  'tenantId',
  GatewayRequest<E>[keyof GatewayRequest<E>],
]
  ? (options?: CallOptions) => Promise<GatewayResponse<E>>
  : (input: GatewayRequest<E>, options?: CallOptions) => Promise<GatewayResponse<E>>;

/** What all requests of one client share. */
export interface ClientContext extends Signer {
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

type EndpointWith<Response extends z.ZodType> = Endpoint<EndpointName, z.ZodObject, Response>;

/** One operation. Without `tokens`, the request has no authorization. Only the login has none. */
export interface Call<Response extends z.ZodType> {
  readonly endpoint: EndpointWith<Response>;
  readonly input: unknown;
  readonly tokens?: TokenSource | undefined;
  readonly options?: CallOptions | undefined;
  /** True for a probe. A probe is sent while the circuit is open, and is never retried. */
  readonly isProbe?: boolean | undefined;
}

/** The message of the tracing channel `pgw:gateway-call`, for one operation with all its attempts. */
export interface GatewayCallTrace extends TraceMessage {
  /** The name of the endpoint, for example `requestPayment`. */
  readonly endpoint: EndpointName;
  /** The origin of the gateway. */
  readonly origin: string;
}

const traceCall = createTraced<GatewayCallTrace>('pgw:gateway-call');

/** Runs one operation within one deadline. Only an operation that only reads is retried after a temporary failure. */
export function call<Response extends z.ZodType>(
  client: ClientContext,
  given: Call<Response>,
): Promise<z.output<Response>> {
  const { name: endpoint } = given.endpoint;
  const createMessage = () => ({
    endpoint,
    origin: new URL(client.urls[endpoint]).origin,
    traceparent: getEnclosingTraceparent(),
  });
  return traceCall(createMessage, () => run(client, given));
}

async function run<Response extends z.ZodType>(
  client: ClientContext,
  { endpoint, input, tokens, options, isProbe = false }: Call<Response>,
): Promise<z.output<Response>> {
  const { timeoutMs = client.timeoutMs, signal } = parseCallOptions(endpoint.name, options);
  const request = prepareRequest(client, endpoint, input);
  const deadline = startDeadline(timeoutMs, signal);
  const preparedCall = { client, endpoint, request, deadline };
  client.pendingCalls.begin(preparedCall);
  try {
    // A login has no check of the circuit, because the request that needs the token has passed the check.
    if (tokens === undefined) return await exchange(preparedCall, {});
    if (isProbe) return await exchangeWithToken(preparedCall, tokens);
    const { readAttempts: attempts, random, circuit } = client;
    const sendUnlessOpen = (): Promise<z.output<Response>> => {
      if (circuit.state === 'open') throw createCircuitOpenError(request.errorContext, circuit);
      return exchangeWithToken(preparedCall, tokens);
    };
    if (!endpoint.isReadOnly) return await sendUnlessOpen();
    return await retryRead({ attempts, deadline, random, circuit }, sendUnlessOpen);
  } finally {
    deadline.clear();
    client.pendingCalls.end(preparedCall);
  }
}

/** What all attempts of a call share. */
interface PreparedCall<Response extends z.ZodType> {
  readonly client: ClientContext;
  readonly endpoint: EndpointWith<Response>;
  readonly request: PreparedRequest;
  readonly deadline: Deadline;
}

// This function creates a promise only when it waits for a token. Creating another promise would take as much
// time as the signature.
function exchangeWithToken<Response extends z.ZodType>(
  preparedCall: PreparedCall<Response>,
  tokens: TokenSource,
): Promise<z.output<Response>> {
  const token = tokens.getCachedToken();
  if (token !== undefined) return exchange(preparedCall, { token, tokens });
  return waitForToken(preparedCall, tokens.get()).then((newToken) =>
    exchange(preparedCall, { token: newToken, tokens }),
  );
}

/** A test environment or a library may have its own class of signals. */
const isSignal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;

const callOptions = z.object({
  options: z
    .strictObject({
      signal: z.custom<AbortSignal>(isSignal, 'must be an AbortSignal').optional(),
      timeoutMs: timeoutMsSchema.optional(),
    })
    .optional(),
});

function parseCallOptions(endpoint: EndpointName, options: CallOptions | undefined): CallOptions {
  if (options === undefined) return {};
  const { success, data, error } = parseInput(callOptions, { options });
  if (success) return data.options ?? {};
  throw new InvalidRequestError(endpoint, violationsOf(error), { ids: { endpoint } });
}

async function waitForToken<Token>(
  { request, deadline }: PreparedCall<z.ZodType>,
  pendingToken: Promise<Token>,
): Promise<Token> {
  try {
    return await deadline.race(pendingToken);
  } catch (error) {
    throw createNoTokenError(request.errorContext, error);
  }
}

interface ExchangeOptions {
  /** The token of the request. Only the login has none. */
  readonly token?: Redacted | undefined;
  /** Issues a new token after HTTP 401. */
  readonly tokens?: TokenSource | undefined;
  /** True when the request is repeated after a kept connection was lost. */
  readonly isRepeated?: boolean | undefined;
}

/**
 * Sends one HTTP request and reports it to the hook. The request is sent once more after HTTP 401, which means that
 * nothing was processed, and after the loss of a kept connection, if nothing was sent or the operation only reads.
 */
async function exchange<Response extends z.ZodType>(
  preparedCall: PreparedCall<Response>,
  options: ExchangeOptions,
): Promise<z.output<Response>> {
  const { client, endpoint, request } = preparedCall;
  const { token, tokens, isRepeated = false } = options;
  const { periodNumber } = client.circuit;
  const startedAt = performance.now();
  let httpStatus: number | undefined;
  let failure: PgwError;
  let mayRepeat = false;
  try {
    const response = decodeResponse(await send(preparedCall, token, isRepeated), client.maxResponseBytes);
    httpStatus = response.status;
    const payload = readResponse(request.errorContext, { schema: endpoint.response, response, token });
    client.circuit.recordSuccess(periodNumber);
    keepRawResponse(payload, response);
    reportExchange(preparedCall, { startedAt, httpStatus, outcome: 'done' });
    return payload;
  } catch (error) {
    failure = error instanceof PgwError ? error : createSendError(request.errorContext, error);
    mayRepeat = !isRepeated && isRepeatable(error, endpoint);
    // A lost connection that was kept does not show that the gateway is down.
    if (!mayRepeat) recordFailedExchange(preparedCall, { periodNumber, httpStatus, failure, error });
  }
  reportExchange(preparedCall, { startedAt, httpStatus, outcome: failure.code });
  if (mayRepeat) return exchange(preparedCall, { ...options, isRepeated: true });
  if (failure.code !== 'unauthorized' || token === undefined || tokens === undefined) throw failure;
  const newToken = await waitForToken(preparedCall, tokens.replace(token));
  if (newToken === undefined) throw failure;
  return exchange(preparedCall, { token: newToken });
}

/** Returns true when a kept connection was lost, and a repeated request cannot be processed twice. */
function isRepeatable(error: unknown, { isReadOnly }: Endpoint): boolean {
  return error instanceof TransportError && error.isStaleConnection && (isReadOnly || !error.maybeSent);
}

interface FailedExchange {
  readonly periodNumber: number;
  /** Undefined when no complete response was received, for example when the response was too long. */
  readonly httpStatus: number | undefined;
  readonly failure: PgwError;
  /** The original error. */
  readonly error: unknown;
}

/** Records a failed exchange in the circuit breaker. An exchange that the caller aborted is not recorded. */
function recordFailedExchange(
  { client: { circuit }, deadline }: PreparedCall<z.ZodType>,
  { periodNumber, httpStatus, failure, error }: FailedExchange,
): void {
  const isAbortedByCaller = deadline.isAborted && !(deadline.reason instanceof DeadlineError);
  // A response that is too long has no status here, but it shows that the gateway responds.
  const isOversized = error instanceof TransportError && error.failure === 'oversized';
  const isAvailable = httpStatus === undefined ? isOversized : !isUnavailable(httpStatus, failure);
  if (isAvailable) circuit.recordSuccess(periodNumber);
  else if (httpStatus !== undefined || !isAbortedByCaller) circuit.recordFailure(periodNumber, failure);
}

function reportExchange(
  { client: { onExchange }, endpoint, request: { url, signedMessage } }: PreparedCall<z.ZodType>,
  { startedAt, ...result }: Pick<Exchange, 'httpStatus' | 'outcome'> & { readonly startedAt: number },
): void {
  if (onExchange === undefined) return;
  const durationMs = performance.now() - startedAt;
  callHook(onExchange, { endpoint: endpoint.name, url, signedMessage, durationMs, ...result });
}

/** Passes the request to the transport. Only this function reveals the token and the body. */
function send(
  { client, endpoint, request, deadline }: PreparedCall<z.ZodType>,
  token: Redacted | undefined,
  isRepeated: boolean,
): Promise<TransportResponse> {
  const { url, method, body } = request;
  const { maxResponseBytes, profile } = client;
  const headers = { ...request.headers };
  if (token !== undefined) headers[profile.headers.authorization] = addScheme(token.reveal());
  const connection = isRepeated ? 'new' : endpoint.isReadOnly ? 'any' : 'recent';
  return client.send({ url, method, headers, body: body?.reveal(), maxResponseBytes, connection }, deadline);
}

/** Adds the scheme `Bearer` to a token without a scheme. */
function addScheme(token: string): string {
  return token.includes(' ') ? token : `Bearer ${token}`;
}
