import type { PgwEvents } from '../dist/element/events.js';
import type { Texts } from '../dist/locales/en.js';

// The elements as frameworks and plain pages see them, without the types of Lit.

/** The attributes of both elements. */
export interface PgwAttributes {
  /** Where the shop's server responds; default: the directory of the script, else `/pgw`. */
  endpoint?: string;
  /** Default `auto`: the page's `color-scheme`. */
  theme?: 'auto' | 'light' | 'dark';
  /** `none`: no border, radius or padding. */
  frame?: 'none';
  /** Level of the headings; default 2. */
  'heading-level'?: number | string;
  /** Replaces single texts of the element, by their ids. A property: plain HTML has no attribute for it. */
  texts?: Partial<Texts> | null;
}

export interface PgwCheckoutAttributes extends PgwAttributes {
  /** The shop's id of the order. */
  order: string;
  /** Ids of the only channels to offer, with commas between them. */
  channels?: string;
  'bank-category'?: 'personal' | 'business';
  /** `none`: the page shows the amount itself. */
  summary?: 'none';
  /** `off`: the id of the last bank is not kept on this device. */
  'remember-bank'?: 'off';
}

export interface PgwPaymentStatusAttributes extends PgwAttributes {
  /** The payment's reference; default: `payment` or `ReferenceCode` of the page's query. */
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
  /** Replaces single texts of the element, by their ids. Default null. */
  texts: Partial<Texts> | null;
  /** Like a click on Pay: marks what is missing, or starts the payment. */
  pay(): void;
  /** Whether the choice is complete. What is missing is marked, and gets the focus. */
  validate(): boolean;
  /** Requests the order again. The choice is kept if it is still possible. */
  refresh(): Promise<void>;
}

export interface PgwPaymentStatusElement extends HTMLElement {
  payment: string | null;
  /** Replaces single texts of the element, by their ids. Default null. */
  texts: Partial<Texts> | null;
  endpoint: string | null;
  theme: string | null;
  frame: string | null;
  headingLevel: number;
}

/** Listeners as properties, each name with a prefix: `onpgw-ready`. */
export type PgwListeners<Prefix extends string> = {
  [Name in keyof PgwEvents as `${Prefix}${Name}`]?: (event: CustomEvent<PgwEvents[Name]>) => void;
};
