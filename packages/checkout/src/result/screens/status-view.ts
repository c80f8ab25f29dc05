import { html, type TemplateResult, nothing } from 'lit';
import type { StorefrontPaymentState } from '@pgw/protocol';
import type { StorefrontPaymentStatus } from '@pgw/protocol/internal';
import { hasOrder, type PaymentOrStatus } from '../../api/payments.ts';
import { toSafeUrl } from '../../api/safe-url.ts';
import type { PendingStage } from '../../state/view.ts';
import { renderFooter } from '../../ui/footer.ts';
import { renderScreen, type Screen } from '../../ui/screen.ts';
import type { BaseView, OutcomeActions } from '../../ui/view.ts';
import { renderNotFoundScreen } from './failure.ts';
import { renderMoneySentence, renderReturnOfMoney } from './money.ts';
import { renderOutcome } from './outcome.ts';
import { backIcon, checkIcon, hourglassIcon, minusIcon } from './icons.ts';
import type { TextId } from '../../locales/en.ts';

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

/** The title of the screen of each state. */
export const outcomeTitles: Readonly<Record<StorefrontPaymentState, TextId>> = {
  pending: 'pending',
  paid: 'success',
  authorized: 'authorized',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
  refunding: 'refunding',
  refunded: 'refunded',
};

type FinalState = Exclude<StorefrontPaymentState, 'pending'>;

const success = { state: 'success', icon: checkIcon } as const;

const info = { state: 'info', icon: backIcon } as const;

const looks: Readonly<Record<FinalState, Pick<Screen, 'state' | 'icon'>>> = {
  paid: success,
  authorized: success,
  failed: { state: 'failed', icon: 'cross' },
  canceled: { state: 'canceled', icon: minusIcon },
  expired: { state: 'expired', icon: hourglassIcon },
  refunding: info,
  refunded: info,
};

/** The screen for the state of a payment whose order this browser may not see. */
function renderStateScreen(
  view: BaseView,
  payment: StorefrontPaymentStatus & { readonly state: FinalState },
): TemplateResult {
  const { localize } = view;
  return renderScreen(view, {
    ...looks[payment.state],
    title: localize.text(outcomeTitles[payment.state]),
    text: nothing,
    content: html`${renderMoneySentence(localize, payment)}${renderReturnOfMoney(localize, payment)}
      <slot name="support"></slot>`,
  });
}
