import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { defaultProfile, type EndpointName } from '@pgw/protocol';
import { listen, stopServer } from '../../network/server.ts';

/** A request that a gateway received. */
export interface GatewayRequest {
  readonly endpoint: EndpointName;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

/** Returns a raw response, or the `result` of an ordinary response. */
export type Script = (request: GatewayRequest) => RawResponse | object | undefined;

/** A response that is sent unchanged. */
export class RawResponse {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string, status = 200, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Starts a gateway that checks nothing and sends the responses of a script. */
export async function openScriptedGateway(
  script: Script,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://gateway');
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const data: Record<string, unknown> = text === '' ? Object.fromEntries(searchParams) : JSON.parse(text);
    const entry = Object.entries(defaultProfile.paths).find(([, path]) => path === pathname);
    // The entry is one of `defaultProfile.paths`, so its key is an endpoint name.
    const response = script({ endpoint: entry?.[0] as EndpointName, data, headers: req.headers });
    if (response instanceof RawResponse) {
      res
        .writeHead(response.status, { 'content-type': 'application/json', ...response.headers })
        .end(response.body);
      return;
    }
    res
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ result: response ?? null }));
  };
  const server = createServer((req, res) => {
    handle(req, res).catch(() => res.destroy());
  });
  const url = await listen(server);
  return { url, close: () => stopServer(server) };
}
