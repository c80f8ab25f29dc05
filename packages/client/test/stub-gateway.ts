import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from '../src/index.ts';

/** A request as it arrived. */
export interface Seen {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
}

export interface StubGateway {
  readonly url: string;
  readonly seen: Seen[];
  /** Requests to paths that end so, as `/Query`. */
  at(ending: string): Seen[];
}

export type RequestHandler = (request: Seen, response: ServerResponse) => void | Promise<void>;

/** A real HTTP server that answers as a test says; it ends with the test. */
export async function startGateway(respond: RequestHandler): Promise<StubGateway> {
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://stub');
      const request: Seen = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        rawBody: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(request);
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
    seen,
    at: (ending) => seen.filter(({ path }) => path.endsWith(ending)),
  };
}

export const secret = 'stub-secret-key';
export const token = 'stub-token-1234567890';

export const credentials = { userName: 'shop', password: 'pw-very-secret' };

/** A client of a stub; it ends with the test. */
export function clientOf(baseUrl: string, options: Partial<GatewayClientOptions> = {}): GatewayClient {
  const client = createGatewayClient({
    baseUrl,
    merchantId: '1001',
    secretKey: secret,
    credentials: token,
    // One request a call, so that a test sees what one answer does; retry.test.ts is about more.
    readAttempts: 1,
    ...options,
  });
  onTestFinished(() => void client.close());
  return client;
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A fault as the service wraps it. */
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

/** Seen on a staging gateway: a rejected signature. */
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

/** The error a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expectedRejection(),
    (error: unknown) => error,
  );
}

function expectedRejection(): never {
  throw new Error('resolved, where a rejection was expected');
}

export interface Issuing {
  readonly gateway: StubGateway;
  /** Tokens that are refused from now on. */
  readonly refused: Set<string>;
  readonly logins: () => number;
}

/** A gateway that issues token-1, token-2 … and takes all that are not refused. */
export async function startIssuing(
  options: { lifeS?: number; wrapped?: boolean; login?: RequestHandler } = {},
): Promise<Issuing> {
  const refused = new Set<string>();
  let issued = 0;
  const gateway = await startGateway(async (request, response) => {
    if (request.path.endsWith('/Authenticate')) {
      if (options.login !== undefined) return options.login(request, response);
      issued += 1;
      const respond = { accessToken: `token-${issued}`, expireInSeconds: options.lifeS ?? 86_400 };
      await new Promise((resolve) => setTimeout(resolve, 20));
      return json(response, options.wrapped === false ? respond : { result: respond, success: true });
    }
    const given = String(request.headers.authorization).replace('Bearer ', '');
    if (refused.has(given)) return void response.writeHead(401).end();
    return json(response, request.method === 'POST' ? { result: checkoutResult } : paymentRecord);
  });
  return { gateway, refused, logins: () => gateway.at('/Authenticate').length };
}
