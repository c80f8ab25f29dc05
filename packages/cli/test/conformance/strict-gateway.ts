import { request } from 'node:http';
import { startGateway } from '../../../client/test/stub-gateway.ts';

interface StrictGatewayOptions {
  /** The URL of the sandbox that receives the requests. */
  readonly sandbox: string;
  /** The names of query parameters that the gateway reads, with the names that the sandbox reads. */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * Starts a proxy of a sandbox that reads query parameters only under exactly these names. It keeps the header Host, which
 * the signature covers.
 */
export async function startStrictGateway({ sandbox, names }: StrictGatewayOptions): Promise<string> {
  const gateway = await startGateway(({ method, path, query, headers, rawBody }, response) => {
    const known = [...query].flatMap(([name, value]) => {
      const read = names[name];
      return read === undefined ? [] : [[read, value]];
    });
    const url = `${sandbox}${path}?${new URLSearchParams(known).toString()}`;
    const forwarded = request(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
      answer.pipe(response);
    });
    forwarded.end(rawBody);
  });
  return gateway.url;
}
