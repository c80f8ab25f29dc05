import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listen } from './shop.ts';

/** A gateway without state, whose responses a test sets. */
export interface FakeGateway {
  readonly url: string;
  /** Bodies of the payment requests, in their order. */
  readonly requests: Readonly<Record<string, unknown>>[];
  /** Transaction numbers of the payment queries, in their order. */
  readonly queries: (string | null)[];
  close(): Promise<void>;
}

export interface FakeResponses {
  /** The `result` of a payment request, given its body. */
  readonly requestPayment: (body: Readonly<Record<string, unknown>>) => unknown;
  /** The `result` of a payment query, given the body of the last payment request. */
  readonly query?: (body: Readonly<Record<string, unknown>>) => unknown;
}

export async function openFakeGateway({ requestPayment, query }: FakeResponses): Promise<FakeGateway> {
  const requests: Readonly<Record<string, unknown>>[] = [];
  const queries: (string | null)[] = [];
  const responseOf = async (req: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://gateway');
    if (pathname.endsWith('/Authenticate')) return { accessToken: 'token', expireInSeconds: 86_400 };
    if (pathname.endsWith('/Query')) {
      const named = [...searchParams].find(([name]) => name.toLowerCase() === 'transactionnumber');
      queries.push(named?.[1] ?? null);
      return query?.(requests.at(-1) ?? {});
    }
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(Buffer.from(chunk));
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    requests.push(body);
    return requestPayment(body);
  };
  const server = createServer((req, res) => {
    const respond = async (): Promise<void> => {
      const result = await responseOf(req);
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify({ result, success: true, error: null, targetUrl: null, __abp: true }));
    };
    void respond();
  });
  const url = await listen(server);
  return { url, requests, queries, close: () => closeServer(server) };
}
