import { Client, type Dispatcher } from 'undici';
import { ResponseReader, type ReusableConnection } from '../response/response-reader.ts';

/** The gateway may close an idle connection at the end of its keep-alive time. A request needs this time to arrive. */
export const keepAliveMarginMs = 1_000;

export interface KeptConnectionOptions {
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
export class KeptConnection extends Client implements ReusableConnection {
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
