import type { StorefrontPayment } from '@pgw/protocol';
import type { AppBrowser } from '../app-browser.ts';
import type { Localize } from '../controllers/localize.ts';
import type { Patience } from '../controllers/status.ts';
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
  /** Set inside the browser of another app: where the page can be opened outside, or null if nowhere by a link. */
  readonly app: AppBrowser | null;
}

/** What a shopper can do on a screen that tells an outcome. */
export interface ResultActions {
  /** Asks the server again. */
  readonly check: () => void;
  readonly retry: () => void;
  readonly another: () => void;
  /** Again, after the time ran out: the server is asked first. */
  readonly restart: () => void;
  readonly copy: (press: Event, reference: string) => void;
}

export interface CheckoutActions extends ResultActions {
  readonly choose: (channelId: number) => void;
  readonly chooseBank: (bankId: string) => void;
  readonly chooseCategory: (category: BankCategory) => void;
  readonly search: (query: string) => void;
  /** A key in the search field that is not text. */
  readonly searchKey: (event: KeyboardEvent) => void;
  readonly retryBanks: () => void;
  readonly pay: (event: Event) => void;
  readonly reload: () => void;
  /** Asks about the payment that a notice named. */
  readonly checkDuplicate: () => void;
  readonly checkInterrupted: () => void;
  /** Copies the page's address, to be opened elsewhere. */
  readonly copyLink: () => void;
}

/** An outcome on screen. */
export interface Result extends Frame {
  readonly payment: StorefrontPayment;
  readonly patience: Patience;
  readonly act: ResultActions;
}
