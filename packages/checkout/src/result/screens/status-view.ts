import { html, type TemplateResult } from 'lit';
import { hasOrder, type PaymentOrStatus } from '../../api/payments.ts';
import { toSafeUrl } from '../../api/safe-url.ts';
import type { PendingStage } from '../../state/view.ts';
import { renderFooter } from '../../ui/footer.ts';
import { renderScreen } from '../../ui/screen.ts';
import type { BaseView, OutcomeActions } from '../../ui/view.ts';
import { renderNotFoundScreen } from './failure.ts';
import { renderMoneySentence } from './money.ts';
import { renderOutcome } from './outcome.ts';
import { renderStateScreen } from './state-screen.ts';

export interface StatusView extends BaseView {
  /** Null until it is loaded. */
  readonly payment: PaymentOrStatus | null;
  readonly isNotFound: boolean;
  readonly pendingStage: PendingStage;
  /** Whether the shopper came back with the browser's Back button and has not pressed "Check my payment" yet. */
  readonly isReturned: boolean;
  readonly mayBeUnapproved: boolean;
  /** Redirects to a pending payment again. */
  readonly continueAt: (url: string) => void;
  /** Handles a click on "Check my payment". */
  readonly checkAfterReturn: () => void;
  readonly actions: OutcomeActions;
}

/** Renders everything inside the frame of <pgw-payment-status>. */
export function renderStatus(view: StatusView): TemplateResult {
  const { payment } = view;
  const gateway = payment !== null && hasOrder(payment) ? payment.order.gateway : null;
  return html`${renderContent(view)}${renderFooter(view, gateway)}`;
}

function renderContent(view: StatusView): TemplateResult {
  const { localize, payment, isNotFound, pendingStage, isReturned, checkAfterReturn, actions } = view;
  if (isNotFound && localize.isReady) return html`${renderNotFoundScreen(view)}<slot></slot>`;
  if (payment !== null && localize.isReady && !hasOrder(payment) && payment.state !== 'pending')
    return renderStateScreen(view, { ...payment, state: payment.state });
  if (payment !== null && localize.isReady && hasOrder(payment)) {
    const url = toSafeUrl(payment.continueUrl ?? null);
    const continuePayment = url === null ? null : () => view.continueAt(url);
    return renderOutcome({
      ...view,
      payment,
      isEarlier: false,
      checkReturned: isReturned ? checkAfterReturn : null,
      repeat: actions.retry,
      mayBeUnapproved: view.mayBeUnapproved || url !== null,
      continuePayment,
      payOnPhone: null,
    });
  }
  return renderScreen(view, {
    state: 'pending',
    icon: 'spinner',
    title: localize.text('pending'),
    text: localize.rich(pendingStage === 0 ? 'pending.0' : 'pending.1', { bank: localize.text('bank') }),
    content: renderMoneySentence(localize, payment),
  });
}
