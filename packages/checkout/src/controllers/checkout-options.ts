import type { Fetcher } from '../ask.ts';
import type { PgwEvents } from '../events.ts';
import type { Exit } from '../leave.ts';
import type { BankCategory, CheckoutState } from '../state.ts';

/** What the shop asks of its checkout. */
export interface CheckoutSettings {
  readonly order: string;
  /** Ids of the only channels to offer; null for all. */
  readonly channels: readonly number[] | null;
  /** The only kind of banks to offer; null for all. */
  readonly bankCategory: BankCategory | null;
  /** Whether the id of the last bank is kept on this device. */
  readonly remembersBank: boolean;
}

export interface CheckoutOptions {
  readonly fetcher: () => Fetcher;
  /** Where the shop's server answers, without a slash at the end. */
  readonly endpoint: () => string;
  readonly settings: () => CheckoutSettings;
  /** Stands in for the browser's way to another page. */
  readonly exit: () => Exit | undefined;
  /** Tells the page; false when it cancelled. */
  readonly fire: <Name extends keyof PgwEvents>(name: Name, detail: PgwEvents[Name]) => boolean;
  /** The session that the page brought along, for the first load; null without one. */
  readonly inlined?: () => unknown;
  /** BCP 47, by which banks are sorted; default: the browser's. */
  readonly language?: () => string;
  /** After every change. */
  readonly onChange: (before: CheckoutState, after: CheckoutState) => void;
}
