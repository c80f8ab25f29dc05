import type { Fetcher } from '../api/request.ts';
import type { FireEvent } from '../element/events.ts';
import type { Navigation } from '../element/navigation.ts';
import type { BankCategory, CheckoutState } from '../state/checkout-state.ts';

/** The shop's settings of one checkout. */
export interface CheckoutSettings {
  readonly order: string;
  /** Ids of the only channels to offer; null for all. */
  readonly channels: readonly number[] | null;
  /** The only category of banks to offer; null for all. */
  readonly bankCategory: BankCategory | null;
  /** Whether the id of the last bank is stored on this device. */
  readonly remembersBank: boolean;
}

export interface CheckoutOptions {
  readonly fetcher: () => Fetcher;
  /** Where the shop's server responds, without a slash at the end. */
  readonly endpoint: () => string;
  readonly settings: () => CheckoutSettings;
  /** Replaces the browser's navigation. */
  readonly navigation: () => Navigation | undefined;
  readonly fire: FireEvent;
  /** The session that is part of the page; null without one. Used for the first load. */
  readonly inlinedSession: () => unknown;
  /** BCP 47. Banks are sorted by it. */
  readonly language: () => string;
  /** Called after every change of the state. */
  readonly onChange: (before: CheckoutState, after: CheckoutState) => void;
}

export interface ChannelChoice {
  /** The bank that is chosen together with the channel. */
  readonly bankId: string | null;
  /** Whether it was chosen with a mouse or a finger, not by moving through the list with the keyboard. */
  readonly isPointer: boolean;
}
