import type { StorefrontSession } from '@pgw/protocol';
import type { CheckoutState, ChoosingEvent } from '../state.ts';
import type { CheckoutOptions } from './checkout-options.ts';
import type { SessionController } from './session.ts';

/** A checkout as its life sees it. */
export interface Core {
  /** What may be shown. */
  readonly state: CheckoutState;
  readonly options: CheckoutOptions;
  readonly session: SessionController;
  /** Whether the last change began with the shopper: then the focus may be taken along. */
  byPress: boolean;
  /** Counts loads and presses: what an older one still brings is dropped. */
  turn: number;
  /** When the server was last asked; Unix time in milliseconds. */
  askedAt: number;
  /** When the session that is shown was answered; Unix time in milliseconds. */
  readonly answeredAt: number;
  /** Asks the server for everything anew. */
  load(byPress?: boolean): void;
  /** The session as the shop wants it shown, as of now. */
  offered(session: StorefrontSession): StorefrontSession;
  dispatch(event: ChoosingEvent): void;
  /** Puts another state into force. */
  change(after: CheckoutState): void;
}
