import type { StorefrontChannel } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import type { BaseView, OutcomeActions } from '../ui/view.ts';
import type { CheckoutState, InputEvent, PhoneScreenChange } from './checkout-state.ts';

/** How long this page has polled a pending payment: less than 15 seconds, less than two minutes, or longer. */
export type PendingStage = 0 | 1 | 2;

/** The data and actions for the views of <pgw-checkout>. */
export interface CheckoutView extends BaseView {
  readonly state: CheckoutState;
  readonly actions: CheckoutActions;
  readonly hasSummary: boolean;
  readonly pendingStage: PendingStage;
  /** Renders the card form; null until it is loaded. */
  readonly renderCardForm: ((channel: StorefrontChannel) => TemplateResult) | null;
  /** Returns the symbols of card brands that the server rendered, by the id of their element. */
  readonly findServerMarks?: (id: string) => Element | undefined;
}

/** The actions of the shopper in <pgw-checkout>. */
export interface CheckoutActions extends OutcomeActions {
  /** Shows all channels again, and moves the focus to the chosen one. */
  readonly unfold: () => void;
  readonly pay: (event: Event) => void;
  /** Starts the payment like `pay`, and shows its QR code. */
  readonly payOnPhone: () => void;
  readonly changePhoneScreen: (change: PhoneScreenChange) => void;
  readonly reload: () => void;
  /** Changes what is chosen or entered in the panel of the channel. */
  readonly changeInput: (event: InputEvent) => void;
  /** Loads the content of the panel again, after it could not be loaded. */
  readonly reloadPanel: () => void;
  /** Shows the other payment of the order that a notice reports. Loads the session if it cannot be shown. */
  readonly showDuplicate: () => void;
  /** Shows the pending payment of a shopper who came back from the bank. */
  readonly checkInterrupted: () => void;
  /** Starts a payment again whose start had no response. */
  readonly repeat: () => void;
  /** Redirects to a pending payment again. */
  readonly continuePayment: () => void;
  /** Shows the QR code of a pending payment. */
  readonly continueOnPhone: () => void;
}
