import type { HttpReply } from './reply.ts';
import type { Exchange } from './request.ts';

/** Refuses a request by an error. */
export type Guard = (exchange: Exchange) => void | Promise<void>;

/** Responds to a request. An error becomes a problem response. */
export type Handler = (exchange: Exchange) => HttpReply | Promise<HttpReply>;

export interface Route {
  /** Called in this order before the handler. */
  readonly guards: readonly Guard[];
  readonly handle: Handler;
  /** Whether the route also responds before the store is open and while the checkout closes. Default false. */
  readonly needsNoStore?: boolean;
}
