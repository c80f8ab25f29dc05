import type { PoolOptions } from './connection-pool.ts';
import { fetchTransport } from './fetch-transport.ts';
import { pooledTransport } from './pooled-transport.ts';
import type { Transport } from './transport.ts';

/**
 * Creates the transport of a client without the option `transport`. Bun replaces undici by a module without
 * connections, and its `fetch` keeps connections itself.
 */
export function createDefaultTransport(
  origin: string,
  options: PoolOptions,
  versions: Readonly<Record<string, string | undefined>> = process.versions,
): Transport {
  return versions['bun'] === undefined
    ? pooledTransport(origin, options)
    : fetchTransport((url, init) => fetch(url, init));
}
