import type { StorefrontBank, StorefrontChannel, StorefrontPayment } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import type { Localize } from '../controllers/localize.ts';
import type { Stretch } from '../bank-search.ts';
import type { TextId } from '../locales/index.ts';
import type { Patience } from '../polling.ts';
import type { BankCategory, CheckoutState } from '../state.ts';

/** What every view needs: the words, and how deep its headings stand in the page. */
export interface Frame {
  readonly say: Localize;
  readonly headingLevel: number;
  /** Whether the shop put something into the footer. */
  readonly hasFooter: boolean;
  /** What became of the shopper's wish to copy the reference. */
  readonly copied: 'copied' | 'selected' | 'link' | null;
}

/** All that <pgw-checkout> draws from. */
export interface View extends Frame {
  readonly state: CheckoutState;
  readonly act: CheckoutActions;
  readonly patience: Patience;
  readonly hasSummary: boolean;
  /** Draws what a channel asks of a card; null until its form is here. */
  readonly cardPanel: ((channel: StorefrontChannel) => TemplateResult) | null;
  readonly start: StartViews | null;
  /** What draws all but the list; null until it is here, as `start` is. */
  readonly later: LaterViews | null;
}

/** What is loaded first, once the list stands: the answers to what the shopper does with it. */
export interface StartViews {
  readonly searchBanks: (banks: readonly StorefrontBank[], query: string) => readonly StorefrontBank[];
  readonly markMatch: (name: string, query: string) => readonly Stretch[];
  readonly matchedAlias: (bank: StorefrontBank, query: string) => string | null;
  /** A key in the search field that is not text. */
  readonly searchKey: (event: KeyboardEvent, state: CheckoutState, act: CheckoutActions) => void;
  readonly totalNotice: (view: View) => unknown;
  readonly answerNotice: (view: View) => unknown;
  /** The way to the bank, should its own screen never come; null while there is none. */
  readonly onward: (view: View) => TemplateResult | null;
}

/** The views that are loaded once the list stands, or when they are needed. */
export interface LaterViews {
  /** The way to the bank, an outcome, or a failure that is more than a lost connection. */
  readonly outcome: (view: View) => TemplateResult;
  /** The time left, in the strip. */
  readonly timer: (view: View) => unknown;
  /** Below Pay: the last minute, and the way out of another app's browser. */
  readonly hints: (view: View) => unknown;
}

/** What a shopper can do on a screen that tells an outcome. */
export interface ResultActions {
  /** Asks the server again. */
  readonly check: () => void;
  readonly retry: () => void;
  readonly another: () => void;
  /** Again, after the time ran out: the server is asked first. */
  readonly restart: () => void;
  /** Something was copied or selected: shown, and said. */
  readonly copied: (what: NonNullable<Frame['copied']>, said: TextId) => void;
}

export interface CheckoutActions extends ResultActions {
  /** A click on the channels, before what it chooses is known. */
  readonly click: (event: MouseEvent) => void;
  readonly choose: (channelId: number) => void;
  readonly chooseBank: (bankId: string) => void;
  readonly chooseCategory: (category: BankCategory) => void;
  readonly search: (query: string) => void;
  readonly retryBanks: () => void;
  readonly retryCard: () => void;
  readonly pay: (event: Event) => void;
  readonly reload: () => void;
  /** Asks about the payment that a notice named. */
  readonly checkDuplicate: () => void;
  readonly checkInterrupted: () => void;
}

/** An outcome on screen. */
export interface Result extends Frame {
  readonly payment: StorefrontPayment;
  readonly patience: Patience;
  readonly act: ResultActions;
}
