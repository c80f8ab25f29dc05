import type { Fetcher } from '../api/request.ts';
import type { BankCategory } from '../channels/index.ts';
import type { FireEvent } from '../element/events.ts';
import type { NavigationAdapter } from '../element/navigation.ts';
import type { CheckoutState } from '../state/checkout-state.ts';

/** The settings of one checkout, from the attributes of the element. */
export interface CheckoutSettings {
  readonly order: string;
  /** The ids of the channels to offer; null for all. */
  readonly channels: readonly number[] | null;
  /** The category of banks to offer; null for both. */
  readonly bankCategory: BankCategory | null;
  /** Whether the id of the last bank is stored on this device. */
  readonly remembersBank: boolean;
}

export interface CheckoutOptions {
  readonly fetcher: () => Fetcher;
  /** The URL of the routes on the shop's server, without a slash at the end. */
  readonly endpoint: () => string;
  readonly settings: () => CheckoutSettings;
  /** Replaces the browser's navigation. */
  readonly navigation: () => NavigationAdapter | undefined;
  readonly fire: FireEvent;
  /** Returns the session that the page contains, or null. It is used for the first load. */
  readonly inlinedSession: () => unknown;
  /** Returns the channel of the last payment on this device; null if the list keeps the order of the server. */
  readonly recentChannelId: () => number | null;
  /** A BCP 47 tag. The banks are sorted by the rules of this language. */
  readonly language: () => string;
  /** Called after every change of the state. */
  readonly onChange: (before: CheckoutState, after: CheckoutState) => void;
}

export interface ChannelChoice {
  /** The bank that the shopper chooses together with the channel. */
  readonly bankId: string | null;
  /** Whether the shopper chose with a mouse or a finger. False for the arrow keys of the keyboard. */
  readonly isPointer: boolean;
  /** Whether the other channels are folded into one row. */
  readonly isFolded: boolean;
}
