import { Pool, type Dispatcher } from 'undici';
import { KeptConnection, keepAliveMarginMs } from './kept-connection.ts';
import type { ConnectionChoice } from './transport.ts';

/** Options of `pooledTransport`. */
export interface PoolOptions {
  /** The same as the option `keepAliveMs` of `createGatewayClient`. */
  readonly keepAliveMs?: number | undefined;
}

/** Maximum number of kept sockets. Further requests wait for a free socket until their deadline. */
const maxSockets = 64;

/** Used when responses do not announce a keep-alive time. It is the default of Node's server. */
const defaultKeepAliveMs = 5_000;

/** Used when responses announce a longer time. It is the default of undici. */
const maxKeepAliveMs = 600_000;

/** The connections of undici to one origin. */
export interface ConnectionPool {
  /** Returns the dispatcher of a request. */
  readonly choose: (connection?: ConnectionChoice) => Dispatcher;
  /** Closes the sockets when the pending requests have ended. Further calls return the same promise. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the connections to an origin.
 *
 * @throws Error when the module `undici` of the runtime has no pool.
 */
export function createConnectionPool(
  origin: string,
  { keepAliveMs: configuredMs }: PoolOptions,
): ConnectionPool {
  if (typeof Pool?.prototype?.dispatch !== 'function') throw new Error('the module undici has no pool');
  const keepAliveMs = configuredMs ?? defaultKeepAliveMs;
  const options = {
    connections: maxSockets,
    // The client has a deadline for each operation, so undici's time limits for headers and body are disabled.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: Math.max(1, keepAliveMs - keepAliveMarginMs),
    keepAliveTimeoutThreshold: keepAliveMarginMs,
    keepAliveMaxTimeout: Math.max(1, (configuredMs ?? maxKeepAliveMs) - keepAliveMarginMs),
  };
  // Without pipelining, undici closes each connection after its response.
  const newConnections = new Pool(origin, { ...options, pipelining: 0 });
  const pool = new Pool(origin, {
    ...options,
    pipelining: 1,
    factory: (url, clientOptions) =>
      new KeptConnection(url, clientOptions, { keepAliveMs, configuredMs, newConnections }),
  });
  const closeAll = async (): Promise<void> => {
    await Promise.all([pool.close(), newConnections.close()]);
  };
  let closePromise: Promise<void> | undefined;
  return {
    choose: (connection) => (connection === 'new' ? newConnections : pool),
    close: () => (closePromise ??= closeAll()),
  };
}
