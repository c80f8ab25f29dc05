import { Client, Pool, type Dispatcher } from 'undici';
import { ResponseReader, type ReusableConnection } from '../response/response-reader.ts';
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

/** The gateway may close an idle connection at the end of its keep-alive time. A request needs this time to arrive. */
const keepAliveMarginMs = 1_000;

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

interface KeptConnectionOptions {
  /** How long the gateway keeps an idle connection, unless its response announces a time. */
  readonly keepAliveMs: number;
  /** The configured time. An announced time is not used beyond it. */
  readonly configuredMs: number | undefined;
  /** Sends each request on a new connection. */
  readonly newConnections: Dispatcher;
}

/**
 * One connection of the pool. undici closes a connection that is idle for too long, with a timer that can be late by
 * more than a second. A request that moves money therefore also compares the time.
 */
class KeptConnection extends Client implements ReusableConnection {
  readonly #options: KeptConnectionOptions;
  /** The time of the last response on this connection. Undefined before its first response. */
  #idleSince: number | undefined;
  #keepAliveMs: number;

  constructor(origin: URL, clientOptions: Client.Options, options: KeptConnectionOptions) {
    super(origin, clientOptions);
    this.#options = options;
    this.#keepAliveMs = options.keepAliveMs;
    this.on('disconnect', () => (this.#idleSince = undefined));
  }

  get isReused(): boolean {
    return this.#idleSince !== undefined;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // The pool passes the options unchanged, and wraps the handler.
    const reader = 'reader' in options ? options.reader : undefined;
    if (!(reader instanceof ResponseReader)) return super.dispatch(options, handler);
    if (reader.connection === 'recent' && this.#isOutdated()) {
      this.#options.newConnections.dispatch(options, handler);
      return true;
    }
    reader.keptConnection = this;
    return super.dispatch(options, handler);
  }

  recordResponse(announcedMs: number | undefined): void {
    this.#idleSince = Date.now();
    const { keepAliveMs, configuredMs = Infinity } = this.#options;
    this.#keepAliveMs = Math.min(announcedMs ?? keepAliveMs, configuredMs);
  }

  #isOutdated(): boolean {
    if (this.#idleSince === undefined) return false;
    const idleMs = Date.now() - this.#idleSince;
    // The clock of the machine was set back when the time is negative.
    return idleMs < 0 || idleMs >= this.#keepAliveMs - keepAliveMarginMs;
  }
}
