import {
  InvalidRequestError,
  PgwError,
  type Endpoint,
  type EndpointName,
  type GatewayProfile,
} from '@pgw/protocol';
import type { z } from 'zod';
import { startDeadline, type Deadline } from './deadline.ts';
import { report, type ExchangeHook } from './exchange.ts';
import { timeoutMs as timeoutRule } from './options.ts';
import { failedTransport, noToken, readAnswer } from './outcome.ts';
import { keepRawAnswer } from './raw-answer.ts';
import { prepareRequest, type PreparedRequest, type Signer } from './request.ts';
import { retryRead } from './retry.ts';
import type { TokenSource } from './token.ts';
import type { Transport } from './transport.ts';

/** For one call. */
export interface CallOptions {
  /** Stops the call. What may have been sent by then may have been processed. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole call, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
}

/** What an endpoint asks for; the client adds the timestamp. */
export type GatewayInput<E extends Endpoint> = Omit<z.input<E['request']>, 'timestamp'>;

/** What an endpoint answers, once the envelope is off. */
export type GatewayAnswer<E extends Endpoint> = z.output<E['response']>;

/** A call as a method; an endpoint that asks for nothing takes the options alone. */
export type GatewayMethod<E extends Endpoint> = keyof GatewayInput<E> extends never
  ? (options?: CallOptions) => Promise<GatewayAnswer<E>>
  : (input: GatewayInput<E>, options?: CallOptions) => Promise<GatewayAnswer<E>>;

/** What all calls of one client share. */
export interface Caller extends Signer {
  readonly profile: GatewayProfile;
  readonly transport: Transport;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
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
}

/**
 * One call: validate, stamp, sign, authorise, send, unwrap, parse. A call that the gateway refuses for its token
 * (HTTP 401, so it was not processed) is sent once more with another; a call that only reads is sent again after a
 * failure that may pass. Nothing else is ever repeated. One deadline covers it all.
 */
export async function call<Response extends z.ZodType>(
  caller: Caller,
  { endpoint, input, tokens, options = {} }: Call<Response>,
): Promise<z.output<Response>> {
  const request = prepareRequest(caller, endpoint, input);
  const deadline = startDeadline(timeoutOf(caller, endpoint.name, options), options.signal);
  const attempt: Send<Response> = (token) => exchange({ caller, endpoint, request, deadline, token });
  try {
    if (tokens === undefined) return await attempt();
    const ask = () => authorised({ attempt, request, deadline, tokens });
    if (!endpoint.isRead) return await ask();
    const { readAttempts: attempts, random } = caller;
    return await retryRead({ attempts, deadline, random }, ask);
  } finally {
    deadline.clear();
  }
}

/** Sends the request once with this token. */
type Send<Response extends z.ZodType> = (token?: string) => Promise<z.output<Response>>;

interface Authorised<Response extends z.ZodType> {
  readonly attempt: Send<Response>;
  readonly request: PreparedRequest;
  readonly deadline: Deadline;
  readonly tokens: TokenSource;
}

async function authorised<Response extends z.ZodType>({
  attempt,
  request,
  deadline,
  tokens,
}: Authorised<Response>): Promise<z.output<Response>> {
  const token = await orNotSent(request, deadline, () => tokens.get());
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof PgwError) || error.code !== 'unauthorized') throw error;
    const another = await orNotSent(request, deadline, () => tokens.replace(token));
    if (another === undefined) throw error;
    return await attempt(another);
  }
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
  { subject }: PreparedRequest,
  deadline: Deadline,
  ask: () => Promise<Token>,
): Promise<Token> {
  try {
    return await deadline.race(ask());
  } catch (error) {
    throw noToken(subject, error);
  }
}

interface Attempt<Response extends z.ZodType> {
  readonly caller: Caller;
  readonly endpoint: EndpointWith<Response>;
  readonly request: PreparedRequest;
  readonly deadline: Deadline;
  readonly token: string | undefined;
}

/** One HTTP request and its answer, told to the hook. */
async function exchange<Response extends z.ZodType>(attempt: Attempt<Response>): Promise<z.output<Response>> {
  const { caller, endpoint, request } = attempt;
  const { subject, url, signedMessage } = request;
  const startedAt = performance.now();
  let httpStatus: number | undefined;
  const tell = (outcome: 'done' | PgwError['code']): void => {
    const durationMs = performance.now() - startedAt;
    report(caller.onExchange, {
      endpoint: endpoint.name,
      url,
      signedMessage,
      httpStatus,
      durationMs,
      outcome,
    });
  };
  try {
    const answer = await send(attempt);
    httpStatus = answer.status;
    const payload = readAnswer(subject, endpoint.response, answer);
    keepRawAnswer(payload, answer);
    tell('done');
    return payload;
  } catch (error) {
    const failure = error instanceof PgwError ? error : failedTransport(subject, error);
    tell(failure.code);
    throw failure;
  }
}

function send({ caller, request, deadline, token }: Attempt<z.ZodType>) {
  const { url, method, headers, body } = request;
  const { signal } = deadline;
  const { transport, maxAnswerBytes, profile } = caller;
  const authorization = token === undefined ? {} : { [profile.headers.authorization]: bearer(token) };
  return deadline.race(
    transport.send({ url, method, headers: { ...headers, ...authorization }, body, signal, maxAnswerBytes }),
  );
}

/** A merchant may paste a token with or without its scheme. */
function bearer(token: string): string {
  return token.includes(' ') ? token : `Bearer ${token}`;
}
