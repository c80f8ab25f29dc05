import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import type { PendingStage } from '../state/view.ts';
import { footer } from '../ui/footer.ts';
import { screen } from '../ui/screen.ts';
import type { BaseView, OutcomeActions } from '../ui/view.ts';
import { notFoundScreen } from './failure.ts';
import { outcome } from './outcome.ts';

export interface StatusView extends BaseView {
  /** Null until it is loaded. */
  readonly payment: StorefrontPayment | null;
  readonly isNotFound: boolean;
  readonly pendingStage: PendingStage;
  readonly actions: OutcomeActions;
}

/** Everything inside the frame of <pgw-payment-status>. */
export function statusView(view: StatusView): TemplateResult {
  return html`${content(view)}${footer(view, view.payment?.order.gateway ?? null)}`;
}

function content(view: StatusView): TemplateResult {
  const { localize, payment, isNotFound, pendingStage } = view;
  if (isNotFound && localize.isReady)
    return html`${notFoundScreen(view, localize.text('shop'))}<slot></slot>`;
  if (payment !== null && localize.isReady) return outcome({ ...view, payment });
  return screen(view, {
    state: 'pending',
    iconName: 'spinner',
    title: localize.text('pend'),
    text: localize.rich(pendingStage === 0 ? 'pend.0' : 'pend.1', { bank: localize.text('bank') }),
    content: nothing,
  });
}
