import { html, nothing, type TemplateResult } from 'lit';
import { toSafeUrl } from '../../api/safe-url.ts';
import type { Phase } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderPrimaryButton, renderSecondaryButton } from '../../ui/buttons.ts';
import { renderLoadFailed } from '../../ui/load-failed.ts';
import { renderScreen } from '../../ui/screen.ts';
import type { BaseView } from '../../ui/view.ts';
import { renderMoneySentence, type PaymentOfMoney } from './money.ts';
import { checkIcon, hourglassIcon, walletIcon } from './icons.ts';

const support = html`<slot name="support"></slot>`;
const fallback = html`<slot></slot>`;

/** The screen that is shown if there is no list. It explains the reason, and what the shopper can do. */
export function renderFailure(
  view: CheckoutView,
  { cause, orderUrl = null }: Extract<Phase, { name: 'failed' }>,
): TemplateResult {
  const { localize, state, actions } = view;
  const merchant = state.session?.order.merchant ?? localize.text('shop');
  const amount = state.session?.order ?? '';
  switch (cause) {
    case 'load':
      return renderLoadFailed(view, actions.reload);
    case 'config':
      return renderScreen(view, {
        state: 'neutral',
        icon: 'alert',
        title: localize.rich('error.config', {
          merchant: state.session ? merchant : localize.text('this.shop'),
        }),
        text: localize.text('error.config.text'),
        content: html`${support}${fallback}`,
      });
    case 'empty':
      return renderScreen(view, {
        state: 'neutral',
        icon: walletIcon,
        title: localize.text('error.empty'),
        text: localize.rich('error.empty.text', { amount, merchant }),
        content: html`<div class="buttons">
            ${renderSecondaryButton(localize.text('retry'), actions.reload, 'reload')}
          </div>
          ${support}`,
      });
    case 'expired':
      return renderExpiredScreen(view, actions.restart);
    case 'paid':
      return renderPaidScreen(view, toSafeUrl(orderUrl));
    case 'unknown-order':
    case 'session-ended':
    case 'session-checking':
      return renderSessionScreen(view, merchant, cause);
  }
}

/** The order is paid by a payment that this browser could not load. */
function renderPaidScreen(view: CheckoutView, href: string | null): TemplateResult {
  const { localize } = view;
  return renderScreen(view, {
    state: 'success',
    icon: checkIcon,
    title: localize.text('already-paid'),
    text: localize.text('error.session.ended'),
    content: html`${
      href === null
        ? nothing
        : html`<div class="buttons">
            <a class="primary" part="button-primary" href=${href} target="_top"
              >${localize.text('view-order')}</a
            >
          </div>`
    }${support}`,
  });
}

/** The server does not know the order: since the page was opened, or since the visitor's session in the shop has ended. */
function renderSessionScreen(
  view: CheckoutView,
  merchant: string,
  cause: 'unknown-order' | 'session-ended' | 'session-checking',
): TemplateResult {
  const { localize } = view;
  const isUnknown = cause === 'unknown-order';
  const isChecking = cause === 'session-checking';
  return renderScreen(view, {
    state: isUnknown ? 'neutral' : 'expired',
    icon: isUnknown ? 'search' : 'clock',
    title: localize.text(isUnknown ? 'error.no-order' : 'error.session'),
    text: localize.text(isChecking ? 'error.session.checking' : 'error.session.ended'),
    content: html`${isChecking ? renderMoneySentence(localize, null) : nothing}
      <div class="buttons">
        <a
          class="primary"
          part="button-primary"
          href=${toSafeUrl(view.state.session?.shopUrl ?? '/') ?? '/'}
          target="_top"
          ><span>${localize.rich('error.session.back', { merchant })}</span></a
        >
      </div>
      ${support}`,
  });
}

/** Without a payment, the deadline of the order has passed. */
export function renderExpiredScreen(
  view: BaseView,
  restart: () => void,
  payment?: PaymentOfMoney,
): TemplateResult {
  const { localize } = view;
  return renderScreen(view, {
    state: 'expired',
    icon: hourglassIcon,
    title: localize.text('expired'),
    text: localize.text('expired.text'),
    content: html`${payment === undefined ? nothing : renderMoneySentence(localize, payment)}
      <div class="buttons">${renderPrimaryButton(localize.text('restart'), restart)}</div>
      ${support}`,
  });
}

/** The server does not know the payment. The shopper may have paid. */
export function renderNotFoundScreen(view: BaseView): TemplateResult {
  const { localize } = view;
  return renderScreen(view, {
    state: 'neutral',
    icon: 'search',
    title: localize.text('error.not-found'),
    text: localize.text('error.not-found.text', { merchant: localize.text('shop') }),
    content: html`${renderMoneySentence(localize, null)}${support}`,
  });
}
