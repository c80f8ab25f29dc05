import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listen } from './shop.ts';

/** A gateway without state. The test sets its responses. */
export interface FakeGateway {
  readonly url: string;
  /** Bodies of the payment requests, in the order of their arrival. */
  readonly requests: Readonly<Record<string, unknown>>[];
  /** Transaction numbers of the payment queries, in the order of their arrival. */
  readonly queriedNumbers: (string | null)[];
  close(): Promise<void>;
}

export interface FakeResponses {
  /** Returns the `result` of the response to a payment request with this body. */
  readonly requestPayment: (body: Readonly<Record<string, unknown>>) => unknown;
  /**
   * Returns the `result` of the response to a payment query. It receives the body of the last payment
   * request.
   */
  readonly queryPayment?: (body: Readonly<Record<string, unknown>>) => unknown;
}

export async function openFakeGateway({ requestPayment, queryPayment }: FakeResponses): Promise<FakeGateway> {
  const requests: Readonly<Record<string, unknown>>[] = [];
  const queriedNumbers: (string | null)[] = [];
  const createResult = async (req: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://gateway');
    if (pathname.endsWith('/Authenticate')) return { accessToken: 'token', expireInSeconds: 86_400 };
    if (pathname.endsWith('/Query')) {
      const parameter = [...searchParams].find(([name]) => name.toLowerCase() === 'transactionnumber');
      queriedNumbers.push(parameter?.[1] ?? null);
      return queryPayment?.(requests.at(-1) ?? {});
    }
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(Buffer.from(chunk));
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    requests.push(body);
    return requestPayment(body);
  };
  const server = createServer((req, res) => {
    const respond = async (): Promise<void> => {
      const result = await createResult(req);
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify({ result, success: true, error: null, targetUrl: null, __abp: true }));
    };
    void respond();
  });
  const url = await listen(server);
  return { url, requests, queriedNumbers, close: () => closeServer(server) };
}
