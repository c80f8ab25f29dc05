import type { PgwEvents } from '../dist/element/events.js';
import type { Texts } from '../dist/locales/en.js';

// The types of the elements for frameworks and plain pages. They do not contain types of Lit.

/** A value of a template. Undefined and null are an absent attribute. */
type Absent = null | undefined;

/** The attributes of both elements. */
export interface PgwAttributes {
  /** The URL of the routes on the shop's server. Default: the directory of the script, else `/pgw`. */
  endpoint?: string | Absent;
  /** Default: `auto`, which follows the page's `color-scheme`. */
  theme?: 'auto' | 'light' | 'dark' | Absent;
  /** `none`: no border, radius or padding. */
  frame?: 'none' | Absent;
  /** The level of the headings. Default: 2. */
  'heading-level'?: number | string | Absent;
  /** Replaces single texts of the element, by their ids. This is a property, not an attribute. */
  texts?: Partial<Texts> | Absent;
}

export interface PgwCheckoutAttributes extends PgwAttributes {
  /** The shop's id of the order. */
  order: string | number | Absent;
  /** The ids of the channels to offer: a list, or a text with commas. Default: all. */
  channels?: readonly number[] | string | number | Absent;
  /** The category of the banks to offer. Default: both, with a switch. */
  'bank-category'?: 'personal' | 'business' | Absent;
  /** `none`: hides the strip with the amount. */
  summary?: 'none' | Absent;
  /** `none`: the ids of the last channel and the last bank are not stored on this device. */
  'remember-bank'?: 'none' | Absent;
}

export interface PgwPaymentStatusAttributes extends PgwAttributes {
  /** The reference of the payment. Default: `pgw-payment`, `payment` or `ReferenceCode` of the page's query. */
  payment?: string | number | Absent;
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
