import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import {
  createGatewayClient,
  type CallOptions,
  type GatewayClient,
  type GatewayClientOptions,
} from '../src/index.ts';

/** A request that the gateway received. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
}

export interface StubGateway {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Returns the requests whose path has this end, such as `/Query`. */
  requestsTo(pathEnd: string): ReceivedRequest[];
}

export type RequestHandler = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/** Starts a real HTTP server with the handler of a test. The server is closed when the test ends. */
export async function startGateway(respond: RequestHandler): Promise<StubGateway> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://stub');
      const request: ReceivedRequest = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        rawBody: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(request);
      void respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    requestsTo: (ending) => requests.filter(({ path }) => path.endsWith(ending)),
  };
}

/** Starts a gateway that sends this response to every request. */
export function startFixedGateway(body: unknown, status = 200): Promise<StubGateway> {
  return startGateway((_request, response) => sendJson(response, body, status));
}

export const secret = 'stub-secret-key';
export const token = 'stub-token-1234567890';

export const credentials = { userName: 'shop', password: 'pw-very-secret' };

/** Creates a client of a stub gateway. The client is closed when the test ends. */
export function clientOf(baseUrl: string, options: Partial<GatewayClientOptions> = {}): GatewayClient {
  const client = createGatewayClient({
    baseUrl,
    merchantId: '1001',
    secretKey: secret,
    credentials: token,
    // One attempt for each call, so that a test sees the effect of one response. Only retry.test.ts tests
    // retries.
    readAttempts: 1,
    ...options,
  });
  onTestFinished(() => void client.close());
  return client;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns the body of a response with a fault. */
export function faultBody(code: number, message: string): object {
  return {
    result: null,
    targetUrl: null,
    success: false,
    error: { code, message, details: null, validationErrors: null },
    unAuthorizedRequest: false,
    __abp: true,
  };
}

/** The response of a staging gateway to a rejected signature. */
export const rejectedSignature = {
  result: { code: 1, message: 'Invalid Signature.' },
  targetUrl: null,
  success: true,
  error: null,
  unAuthorizedRequest: false,
  __abp: true,
};

export const order = {
  channelId: 2,
  currencyCode: 'MYR',
  amount: 12345,
  referenceCode: 'ORD-2026/0001',
  ipAddress: '203.0.113.7',
  returnUrl: 'https://shop.example/orders/1?x=Y',
  description: 'Zwei Becher, größer Σ',
} as const;

export const checkoutResult = {
  currencyCode: 'MYR',
  amount: 12345,
  transactionNumber: 'T-0001',
  channelId: 2,
  redirectionType: 1,
  redirectUrl: 'https://gateway.example/pay/T-0001',
  clientScript: null,
  transactionExpired: '2026-11-21T08:00:00Z',
};

export const paymentRecord = {
  transactionNumber: 'T-0001',
  referenceCode: 'ORD-2026/0001',
  status: 1,
  currencyCode: 'MYR',
  amount: 12345,
};

/** Requests the payment of {@link order}. */
export function pay(
  client: GatewayClient,
  options?: CallOptions,
): ReturnType<GatewayClient['requestPayment']> {
  return client.requestPayment(order, options);
}

/** Queries the payment of {@link paymentRecord}. */
export function query(
  client: GatewayClient,
  options?: CallOptions,
): ReturnType<GatewayClient['queryPayment']> {
  const { transactionNumber } = paymentRecord;
  return client.queryPayment({ transactionNumber }, options);
}

/** Returns the error that a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => throwResolved(),
    (error: unknown) => error,
  );
}

function throwResolved(): never {
  throw new Error('The promise resolved, but a rejection was expected.');
}

export interface TokenGateway {
  readonly gateway: StubGateway;
  /** The tokens that the gateway refuses. A test may add tokens. */
  readonly refusedTokens: Set<string>;
  readonly logins: () => number;
}

/**
 * Starts a gateway that issues token-1, token-2 and so on. It accepts every token that is not in
 * `refusedTokens`.
 */
export async function startTokenGateway(
  options: { lifetimeSeconds?: number; hasEnvelope?: boolean; login?: RequestHandler } = {},
): Promise<TokenGateway> {
  const refusedTokens = new Set<string>();
  let issuedCount = 0;
  const gateway = await startGateway(async (request, response) => {
    if (request.path.endsWith('/Authenticate')) {
      if (options.login !== undefined) return options.login(request, response);
      issuedCount += 1;
      const loginResponse = {
        accessToken: `token-${issuedCount}`,
        expireInSeconds: options.lifetimeSeconds ?? 86_400,
      };
      await new Promise((resolve) => setTimeout(resolve, 20));
      return sendJson(
        response,
        options.hasEnvelope === false ? loginResponse : { result: loginResponse, success: true },
      );
    }
    const sentToken = String(request.headers.authorization).replace('Bearer ', '');
    if (refusedTokens.has(sentToken)) return void response.writeHead(401).end();
    return sendJson(response, request.method === 'POST' ? { result: checkoutResult } : paymentRecord);
  });
  return { gateway, refusedTokens, logins: () => gateway.requestsTo('/Authenticate').length };
}
