import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { checkoutResult, loginResult, paymentRecord } from './example-data.ts';

/** A request that the gateway received. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
}

/** A real HTTP server on this machine that a test controls. */
export interface StubGateway {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Returns the requests whose path has this end, such as `/Query`. */
  findRequestsTo(pathEnd: string): ReceivedRequest[];
}

export type RequestHandler = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/** Starts a gateway with the handler of a test. The server is closed when the test ends. */
export async function startGateway(respond: RequestHandler): Promise<StubGateway> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stub');
      const request: ReceivedRequest = {
        method: incoming.method ?? '',
        path: pathname,
        query: searchParams,
        headers: incoming.headers,
        rawBody: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(request);
      void respond(request, response);
    });
  });
  const url = await listen(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    requests,
    findRequestsTo: (ending) => requests.filter(({ path }) => path.endsWith(ending)),
  };
}

/** Starts a gateway that sends this response to every request. */
export function startFixedGateway(body: unknown, status = 200): Promise<StubGateway> {
  return startGateway((_request, response) => sendJson(response, body, status));
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a gateway whose response never ends. `countSentBytes` returns the number of the sent bytes. */
export async function startEndlessGateway(): Promise<{ url: string; countSentBytes: () => number }> {
  let sentBytes = 0;
  const gateway = await startGateway((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const writeUntilFull = (): void => {
      while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
    };
    response.on('drain', writeUntilFull);
    writeUntilFull();
  });
  return { url: gateway.url, countSentBytes: () => sentBytes };
}

/** Returns the URL of a port on which no server listens. */
export async function findUnusedUrl(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

/** Starts a server on a free port and returns its URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

/** A gateway that issues tokens. */
export interface TokenGateway {
  readonly gateway: StubGateway;
  /** The tokens that the gateway refuses. A test may add tokens. */
  readonly refusedTokens: Set<string>;
  /** Returns the number of logins. */
  readonly countLogins: () => number;
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
        expireInSeconds: options.lifetimeSeconds ?? loginResult.expireInSeconds,
      };
      // The delay lets concurrent calls wait for the same login.
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
  return { gateway, refusedTokens, countLogins: () => gateway.findRequestsTo('/Authenticate').length };
}
