import type { StorefrontChannel, StorefrontPayment } from '@pgw/protocol';
import type { TemplateResult } from 'lit/html.js';
import type { Localize } from '../controllers/localize.ts';
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

/** All that the list of <pgw-checkout> is drawn from. */
export interface View extends Frame {
  readonly state: CheckoutState;
  readonly act: ListActions;
  readonly hasSummary: boolean;
  /** Draws whatever follows from the list; null until it is here. */
  readonly life: LifeViews | null;
}

/** All that the rest is drawn from. */
export interface LifeView extends View {
  readonly act: CheckoutActions;
  readonly patience: Patience;
  /** Draws what a channel asks of a card; null until its form is here. */
  readonly cardPanel: ((channel: StorefrontChannel) => TemplateResult) | null;
}

/** What stands around the list, in it, and in its place. */
export interface LifeViews {
  /** The time left, in the strip. */
  readonly timer: (view: View) => unknown;
  /** Above the list: the sum is another one now. */
  readonly totalNotice: (view: View) => unknown;
  /** Under the chosen channel: what it asks; nothing where it asks nothing. */
  readonly panel: (view: View, channel: StorefrontChannel) => unknown;
  /** What makes up the sum. */
  readonly breakdown: (view: View) => unknown;
  /** Above Pay: the answer to a press. */
  readonly answerNotice: (view: View) => unknown;
  /** In place of Pay: the way to the bank, should its own screen never come; null while there is none. */
  readonly onward: (view: View) => TemplateResult | null;
  /** Under Pay: what comes next. */
  readonly note: (view: View) => unknown;
  /** Below Pay: what came unasked, so it moves nothing. */
  readonly hints: (view: View) => unknown;
  /** The way to the bank, an outcome, or a failure that is more than a lost connection; null until it is here. */
  readonly outcome: (view: View) => TemplateResult | null;
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

/** What a shopper can do to the list. */
export interface ListActions extends Pick<ResultActions, 'copied'> {
  /** A click on the channels, before what it chooses is known. */
  readonly click: (event: MouseEvent) => void;
  readonly pay: (event: Event) => void;
  readonly reload: () => void;
}

/** What a shopper can do once everything is here. */
export interface CheckoutActions extends ListActions, ResultActions {
  readonly chooseBank: (bankId: string) => void;
  readonly chooseCategory: (category: BankCategory) => void;
  readonly search: (query: string) => void;
  readonly retryBanks: () => void;
  readonly retryCard: () => void;
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
