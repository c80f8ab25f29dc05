import { PgwError } from '@pgw/protocol';
import { formatViolations, parseInput, violationsOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { noAddress, parseAddress } from './parse-address.ts';

/**
 * How an adapter finds the visitor's IP address, by which cards and starts are limited:
 *
 * - `{ trustedProxies: 1 }`: the number of proxies in front of the server, each of which appends to `X-Forwarded-For`. With 0,
 *   the header is ignored, and the address of the connection counts.
 * - a function that returns the address, for example from a header that only the platform sets. A result that is no address
 *   counts as `0.0.0.0`.
 */
export type ClientAddress<NativeRequest> =
  { readonly trustedProxies: number } | ((request: NativeRequest) => string | undefined);

const createClientAddressSchema = (minProxies: number) =>
  z.strictObject({
    clientAddress: z.union(
      [
        z.strictObject({ trustedProxies: z.int().min(minProxies).max(20) }),
        z.custom((value) => typeof value === 'function'),
      ],
      `must be { trustedProxies: <a number from ${minProxies} to 20> } or a function of the request`,
    ),
  });

export type ReadAddress<NativeRequest> = (
  request: NativeRequest,
  connection: { readonly remoteAddress: string | undefined; readonly forwardedFor: string | undefined },
) => string;

/**
 * Set `minProxies` to 1 for requests without a connection: with 0 proxies, all visitors would share one address and
 * its limits.
 */
export function createAddressReader<NativeRequest>(
  clientAddress: ClientAddress<NativeRequest>,
  { minProxies = 0 }: { readonly minProxies?: number } = {},
): ReadAddress<NativeRequest> {
  const result = parseInput(createClientAddressSchema(minProxies), { clientAddress });
  if (!result.success)
    throw new PgwError(
      'invalid-configuration',
      `createCheckout: ${formatViolations(violationsOf(result.error))}.`,
    );
  if (typeof clientAddress === 'function')
    return (request) => parseAddress(clientAddress(request) ?? '') ?? noAddress;
  return (_request, { remoteAddress, forwardedFor }) => {
    let address = parseAddress(remoteAddress ?? '') ?? noAddress;
    const hops = (forwardedFor ?? '').split(',').toReversed().slice(0, clientAddress.trustedProxies);
    for (const hop of hops) {
      const next = parseAddress(hop);
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
}
