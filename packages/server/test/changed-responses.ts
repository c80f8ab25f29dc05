import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { defaultProfile, type EndpointName } from '@pgw/protocol';
import { onTestFinished } from 'vitest';
import { forwardRequest } from './outage-gateway.ts';
import { closeServer, listen } from './shop.ts';

/** The `result` of a response. */
export type Result = Readonly<Record<string, unknown>>;

/** Returns the members that replace those of the `result`. It can delay the response. */
export type ChangeResult = (result: Result) => Result | Promise<Result>;

/**
 * Creates the option `gatewayUrl` of `openShop` for a gateway whose responses to some endpoints have other values than
 * those of the sandbox. The connection is closed when the test ends.
 */
export function changeResponses(
  changes: Partial<Record<EndpointName, ChangeResult>>,
): (sandboxUrl: string) => Promise<string> {
  const byPath = new Map(
    Object.entries(changes).map(([endpoint, change]) => [
      // The names are those of endpoints.
      defaultProfile.paths[endpoint as EndpointName]?.toLowerCase(),
      change,
    ]),
  );
  return async (sandboxUrl) => {
    const server = createServer((incoming, response) => {
      const path = incoming.url?.split('?')[0]?.toLowerCase() ?? '';
      const change = byPath.get(path);
      if (change === undefined) return forwardRequest(sandboxUrl, incoming, response);
      void forwardChanged(sandboxUrl, change, { incoming, response });
    });
    onTestFinished(() => closeServer(server));
    return listen(server);
  };
}

/** Returns the members of a refund record in which every refund has these members. */
export function changeRefunds({ refundPaymentList }: Result, members: Result): Result {
  // A list with one refund can be an object.
  const refunds = [refundPaymentList ?? []].flat() as Result[];
  return { ...members, refundPaymentList: refunds.map((refund) => ({ ...refund, ...members })) };
}

async function forwardChanged(
  sandboxUrl: string,
  change: ChangeResult,
  { incoming, response }: { readonly incoming: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const { method, headers, url } = incoming;
  const forwarded = request(`${sandboxUrl}${url}`, { method, headers });
  incoming.pipe(forwarded);
  const [upstream] = (await once(forwarded, 'response')) as [IncomingMessage];
  const envelope = (await json(upstream)) as { readonly result?: Result | null };
  const { result } = envelope;
  // A fault has no result.
  const changed = result == null ? result : { ...result, ...(await change(result)) };
  response.writeHead(upstream.statusCode ?? 502, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...envelope, result: changed }));
}
