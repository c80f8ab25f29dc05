import { PgwError } from '@pgw/protocol';
import { requireArgument, getErrorMessage } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { timeoutMsSchema } from '../options.ts';
import type { ConnectionPool, PoolOptions } from './connection-pool.ts';
import { createTransport, type DirectSend } from './direct-send.ts';
import { fetchAdvice, sendWithDispatcher } from './dispatcher-transport.ts';
import { fetchTransport } from './fetch-transport.ts';
import { TransportError, type Transport } from './transport.ts';

const poolOptionsSchema = z.strictObject({ keepAliveMs: timeoutMsSchema.optional() });

/**
 * Creates a transport with a keep-alive pool to one origin. It has at most 64 kept sockets, with one request per
 * socket at a time. A request that needs a new connection uses a socket of its own, at most 64 at a time.
 *
 * @throws PgwError `invalid-configuration` when the origin is not a URL.
 */
export function pooledTransport(origin: string, poolOptions: PoolOptions = {}): Transport {
  if (typeof origin !== 'string' || !URL.canParse(origin))
    throw new PgwError(
      'invalid-configuration',
      'pooledTransport: origin must be an address, such as https://gateway.example.',
    );
  requireArgument(poolOptionsSchema, poolOptions, 'pooledTransport');
  let loadedPool: ConnectionPool | undefined;
  const loading = loadPool(new URL(origin).origin, poolOptions).then((pool) => (loadedPool = pool));
  // Each request reports the failure.
  loading.catch(() => undefined);
  const send: DirectSend = (request, abortState) =>
    loadedPool === undefined
      ? loading.then((pool) => sendWithDispatcher(pool.choose(request.connection), request, abortState))
      : sendWithDispatcher(loadedPool.choose(request.connection), request, abortState);
  return createTransport(send, async () => {
    const pool = await loading.catch(() => undefined);
    await pool?.close();
  });
}

/** Loads undici. It has as many modules as a web framework, so the import of this package does not wait for it. */
async function loadPool(origin: string, poolOptions: PoolOptions): Promise<ConnectionPool> {
  try {
    const { createConnectionPool } = await import('./connection-pool.ts');
    return createConnectionPool(origin, poolOptions);
  } catch (cause) {
    const reason = getErrorMessage(cause);
    const message = `the connection pool cannot be loaded: ${reason}. ${fetchAdvice}`;
    throw new TransportError(message, { failure: 'connection-failed', maybeSent: false, cause });
  }
}

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
