import type { StorefrontBank, StorefrontPaymentState, StorefrontSession } from './index.ts';

/**
 * The exports of the element's module for servers, which `@pgw/server` loads. It renders the first screen of
 * the element as text, and has the texts of pages.
 */
export interface ServerModule {
  /** Resolves with null if the first screen of the element is not the list. */
  renderList(options: ListOptions): Promise<string | null>;
  /**
   * Resolves with the texts in the first of the languages (BCP 47) that the element has, or in English. `bank`
   * is the name of the bank, the wallet or the gateway; null if it is not known.
   */
  redirectTexts(languages: readonly string[], bank: string | null): Promise<RedirectTexts>;
  /**
   * Resolves with the texts for a payment in this state, in the first of the languages (BCP 47) that the
   * element has, or in English.
   */
  returnTexts(languages: readonly string[], state: StorefrontPaymentState): Promise<ReturnTexts>;
}

/** The data of the list of channels. */
export interface ListOptions {
  /** The session that the element would load. */
  readonly session: StorefrontSession;
  /** A BCP 47 tag. The list is English if the element does not have the language. */
  readonly lang: string;
  /** The level of the first heading, 1 to 6. */
  readonly headingLevel: number;
  /** Whether the amount and the order are displayed above the list. */
  readonly hasSummary: boolean;
  /** Whether the page fills the slot `footer`. */
  readonly hasFooter: boolean;
  /** Ids of the channels to offer; null for all. */
  readonly channels: readonly number[] | null;
  /** The chosen channel with its banks; null if no channel is chosen. */
  readonly chosen: { readonly channelId: number; readonly banks: readonly StorefrontBank[] } | null;
  /** The URL to which a browser without scripts sends the form. */
  readonly action: string;
  /** The token of the form. */
  readonly token: string;
}

/** The texts of the page that runs the gateway's script. */
export interface RedirectTexts {
  /** The language of the texts, BCP 47. */
  readonly language: string;
  /** The writing direction of the language. */
  readonly direction: 'ltr' | 'rtl';
  /** The title of the page and its heading. */
  readonly title: string;
  /** The text of the link for shoppers whose browser the script does not redirect. */
  readonly link: string;
}

/** The texts of the page to which a phone returns after it opened a payment by a QR code. */
export interface ReturnTexts {
  /** The language of the texts, BCP 47. */
  readonly language: string;
  /** The writing direction of the language. */
  readonly direction: 'ltr' | 'rtl';
  /** The title of the page and its heading. */
  readonly title: string;
  /** The text below the heading. */
  readonly text: string;
}
