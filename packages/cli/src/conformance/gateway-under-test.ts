import {
  createGatewayClient,
  PgwError,
  pooledTransport,
  type CallName,
  type GatewayClientOptions,
  type TransportRequest,
} from '@pgw/client';
import { gatewayProfile, type GatewayProfile, type JsonValue } from '@pgw/protocol';
import {
  canonicalJson,
  hmac,
  signatureMessageOfText,
  withTestOverrides,
  isObject,
  parseJson,
} from '@pgw/protocol/internal';
import { send, type RequestOf, type ResponseOf } from '../context.ts';

/** The response to a request: its HTTP status, and the part of its body that has the payload or the fault. */
export interface Answer {
  readonly httpStatus: number;
  /** Undefined when the body is not a JSON value. */
  readonly place: 'error' | 'result' | 'body' | undefined;
}

/** The result of one request. */
export type Reply<Response> = { readonly answer: Answer | undefined } & (
  | { readonly response: Response; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: PgwError }
);

type Sign = (json: string) => string;

/** How a check changes a signed request before it is sent. The login is never changed. */
export interface Variation {
  /** The time of the request, in milliseconds. */
  readonly timestamp?: number;
  /** Returns the headers to send. */
  readonly headers?: (headers: TransportRequest['headers']) => TransportRequest['headers'];
  /** Returns the URL to send. The signature stays. */
  readonly url?: (url: string) => string;
  /** Returns the signature of a request. `sign` signs JSON for the URL of the request. */
  readonly signature?: (request: TransportRequest, sign: Sign) => string;
  /** Returns the body to send, which is signed again. */
  readonly body?: (fields: Readonly<Record<string, JsonValue>>) => Readonly<Record<string, JsonValue>>;
}

/** A gateway whose behavior is checked. It runs one request at a time. */
export interface GatewayUnderTest {
  readonly profile: GatewayProfile;
  readonly merchantId: string;
  /** Sends one request, and returns its response or its error. */
  call<Name extends CallName>(
    name: Name,
    input: RequestOf<Name>,
    variation?: Variation,
  ): Promise<Reply<ResponseOf<Name>>>;
  close(): Promise<void>;
}

interface Options {
  readonly clientOptions: GatewayClientOptions;
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** Creates the gateway of a run. Its requests are sent once, because each response is the subject of a check. */
export function createGatewayUnderTest({ clientOptions, secret, signal }: Options): GatewayUnderTest {
  const profile = gatewayProfile(clientOptions.profile);
  const origin = new URL(clientOptions.baseUrl).origin;
  const transport = pooledTransport(origin);
  let variation: Variation = {};
  let answer: Answer | undefined;
  const client = createGatewayClient(
    withTestOverrides(
      {
        ...clientOptions,
        timeoutMs: clientOptions.timeoutMs ?? 8_000,
        readAttempts: 1,
        // An open circuit would hide the responses to the remaining checks.
        circuit: { failures: 1_000 },
        transport: {
          async send(request) {
            const isSigned = request.headers[profile.headers.signature] !== undefined;
            const changed = isSigned ? change(request, variation, { profile, secret }) : request;
            const response = await transport.send(changed);
            if (isSigned) answer = { httpStatus: response.status, place: findPlace(response.body) };
            return response;
          },
          close: () => transport.close(),
        },
      },
      { now: () => variation.timestamp ?? Date.now() },
    ),
  );
  return {
    profile,
    merchantId: String(clientOptions.merchantId),
    async call(name, input, newVariation = {}) {
      variation = newVariation;
      answer = undefined;
      try {
        const response = await send(client, name, { input, options: { signal } });
        return { response, answer };
      } catch (error) {
        if (error instanceof PgwError) return { error, answer };
        throw error;
      } finally {
        variation = {};
      }
    },
    close: () => client.close(),
  };
}

function change(
  request: TransportRequest,
  variation: Variation,
  { profile, secret }: { readonly profile: GatewayProfile; readonly secret: string },
): TransportRequest {
  const sign: Sign = (json) => hmac(signatureMessageOfText(request.url, json), secret);
  const headers = { ...(variation.headers?.(request.headers) ?? request.headers) };
  let { body } = request;
  if (variation.body !== undefined && body !== undefined) {
    // The client has built the body from an object of JSON values.
    const fields = JSON.parse(body) as Readonly<Record<string, JsonValue>>;
    body = canonicalJson(variation.body(fields));
    headers[profile.headers.signature] = sign(body);
  }
  if (variation.signature !== undefined) {
    headers[profile.headers.signature] = variation.signature(request, sign);
  }
  return { ...request, headers, body, url: variation.url?.(request.url) ?? request.url };
}

function findPlace(body: Uint8Array): Answer['place'] {
  const json = parseJson(new TextDecoder().decode(body));
  if (json === undefined) return undefined;
  if (isObject(json) && isObject(json['error'])) return 'error';
  return isObject(json) && Object.hasOwn(json, 'result') ? 'result' : 'body';
}
