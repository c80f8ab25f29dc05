import type { StorefrontPayment } from '@pgw/protocol';
import type { Localize } from '../controllers/localize.ts';
import type { Patience } from '../controllers/status.ts';
import type { CheckoutState } from '../state.ts';

/** What every view needs: the words, and how deep its headings stand in the page. */
export interface Frame {
  readonly say: Localize;
  readonly headingLevel: number;
  /** Whether the shop put something into the footer. */
  readonly hasFooter: boolean;
}

/** All that <pgw-checkout> draws from. */
export interface View extends Frame {
  readonly state: CheckoutState;
  readonly act: CheckoutActions;
  readonly patience: Patience;
  readonly hasSummary: boolean;
}

/** What a shopper can do on a screen that tells an outcome. */
export interface ResultActions {
  /** Asks the server again. */
  readonly check: () => void;
  readonly retry: () => void;
  readonly another: () => void;
  readonly copy: (reference: string) => void;
}

export interface CheckoutActions extends ResultActions {
  readonly choose: (channelId: number) => void;
  readonly chooseBank: (bankId: string) => void;
  readonly search: (query: string) => void;
  /** A key in the search field that is not text. */
  readonly searchKey: (event: KeyboardEvent) => void;
  readonly retryBanks: () => void;
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
