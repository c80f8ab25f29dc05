import type { PgwEvents } from '../dist/element/events.js';
import type { Texts } from '../dist/locales/en.js';

// The types of the elements for frameworks and plain pages. They do not contain types of Lit.

/** The attributes of both elements. */
export interface PgwAttributes {
  /** The URL of the routes on the shop's server. Default: the directory of the script, else `/pgw`. */
  endpoint?: string;
  /** Default: `auto`, which follows the page's `color-scheme`. */
  theme?: 'auto' | 'light' | 'dark';
  /** `none`: no border, radius or padding. */
  frame?: 'none';
  /** The level of the headings. Default: 2. */
  'heading-level'?: number | string;
  /** Replaces single texts of the element, by their ids. This is a property, not an attribute. */
  texts?: Partial<Texts> | null;
}

export interface PgwCheckoutAttributes extends PgwAttributes {
  /** The shop's id of the order. */
  order: string;
  /** The ids of the channels to offer, separated by commas. Default: all. */
  channels?: string;
  /** The category of the banks to offer. Default: both, with a switch. */
  'bank-category'?: 'personal' | 'business';
  /** `none`: hides the strip with the amount. */
  summary?: 'none';
  /** `off`: the id of the last bank is not stored on this device. */
  'remember-bank'?: 'off';
}

export interface PgwPaymentStatusAttributes extends PgwAttributes {
  /** The reference of the payment. Default: `pgw-payment`, `payment` or `ReferenceCode` of the page's query. */
  payment?: string;
}

export interface PgwCheckoutElement extends HTMLElement {
  order: string;
  endpoint: string | null;
  theme: string | null;
  frame: string | null;
  headingLevel: number;
  channels: readonly number[] | null;
  bankCategory: 'personal' | 'business' | null;
  summary: string | null;
  rememberBank: string | null;
  /** Replaces single texts of the element, by their ids. Default: null. */
  texts: Partial<Texts> | null;
  /**
   * Starts the payment if the choice is complete. Otherwise marks what is missing and moves the focus there.
   */
  pay(): void;
  /** Returns whether the choice is complete. Marks what is missing and moves the focus there. */
  validate(): boolean;
  /** Requests the order again. Keeps the choice if it is still possible. */
  refresh(): Promise<void>;
}

export interface PgwPaymentStatusElement extends HTMLElement {
  payment: string | null;
  /** Replaces single texts of the element, by their ids. Default: null. */
  texts: Partial<Texts> | null;
  endpoint: string | null;
  theme: string | null;
  frame: string | null;
  headingLevel: number;
}

/** The listeners of the events as properties. Each name has a prefix: `onpgw-ready`. */
export type PgwListeners<Prefix extends string> = {
  [Name in keyof PgwEvents as `${Prefix}${Name}`]?: (event: CustomEvent<PgwEvents[Name]>) => void;
};
