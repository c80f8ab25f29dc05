import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import type { PendingStage } from '../state/view.ts';
import { footer } from '../ui/footer.ts';
import { screen } from '../ui/screen.ts';
import type { BaseView, OutcomeActions } from '../ui/view.ts';
import { notFoundScreen } from './failure.ts';
import { outcome } from './outcome.ts';
import { returnedScreen } from './returned.ts';

export interface StatusView extends BaseView {
  /** Null until it is loaded. */
  readonly payment: StorefrontPayment | null;
  readonly isNotFound: boolean;
  readonly pendingStage: PendingStage;
  /** Whether the shopper came back with the browser and has not pressed "Check my payment" yet. */
  readonly isReturned: boolean;
  readonly mayBeUnapproved: boolean;
  /** Handles a click on "Check my payment". */
  readonly checkAfterReturn: () => void;
  readonly actions: OutcomeActions;
}

/** Renders everything inside the frame of <pgw-payment-status>. */
export function statusView(view: StatusView): TemplateResult {
  return html`${content(view)}${footer(view, view.payment?.order.gateway ?? null)}`;
}

function content(view: StatusView): TemplateResult {
  const { localize, payment, isNotFound, pendingStage, isReturned, checkAfterReturn, actions } = view;
  if (isNotFound && localize.isReady)
    return html`${notFoundScreen(view, localize.text('shop'))}<slot></slot>`;
  if (payment !== null && localize.isReady) {
    if (payment.state !== 'pending' || !isReturned)
      return outcome({ ...view, payment, continuePayment: null, payOnPhone: null });
    return returnedScreen(view, {
      bank: payment.bank ?? payment.channel ?? localize.text('bank'),
      check: checkAfterReturn,
      continuePayment: null,
      chooseAnother: actions.chooseAnother,
    });
  }
  return screen(view, {
    state: 'pending',
    icon: 'spinner',
    title: localize.text('pending'),
    text: localize.rich(pendingStage === 0 ? 'pending.0' : 'pending.1', { bank: localize.text('bank') }),
    content: nothing,
  });
}
