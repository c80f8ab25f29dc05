import { html, type TemplateResult } from 'lit';
import type { FailureCause } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { primaryButton, secondaryButton } from '../ui/buttons.ts';
import { loadFailed } from '../ui/load-failed.ts';
import { screen } from '../ui/screen.ts';
import type { BaseView } from '../ui/view.ts';
import { hourglassIcon, walletIcon } from './icons.ts';

const support = html`<slot name="support"></slot>`;
const fallback = html`<slot></slot>`;

/** The screen that is shown if there is no list. It explains the reason, and what the shopper can do. */
export function failure(view: CheckoutView, cause: FailureCause): TemplateResult {
  const { localize, state, actions } = view;
  const merchant = state.session?.order.merchant ?? localize.text('shop');
  const amount = state.session ? localize.money(state.session.order) : '';
  switch (cause) {
    case 'load':
      return loadFailed(view, actions.reload);
    case 'config':
      return screen(view, {
        state: 'neutral',
        icon: 'alert',
        title: localize.rich('error.config', {
          merchant: state.session ? merchant : localize.text('this.shop'),
        }),
        text: localize.text('error.config.text'),
        content: html`${support}${fallback}`,
      });
    case 'empty':
      return screen(view, {
        state: 'neutral',
        icon: walletIcon,
        title: localize.text('error.empty'),
        text: localize.rich('error.empty.text', { amount, merchant }),
        content: html`<div class="buttons">
            ${secondaryButton(localize.text('retry'), actions.reload, 'reload')}
          </div>
          ${support}`,
      });
    case 'expired':
      return expiredScreen(view, actions.restart);
    case 'not-found':
      return notFoundScreen(view, merchant);
  }
}

/** The screen that is shown after the deadline of an order or of a payment. */
export function expiredScreen(view: BaseView, restart: () => void): TemplateResult {
  const { localize } = view;
  return screen(view, {
    state: 'expired',
    icon: hourglassIcon,
    title: localize.text('expired'),
    text: localize.text('expired.text'),
    content: html`<div class="buttons">${primaryButton(localize.text('restart'), restart)}</div>
      ${support}`,
  });
}

/** The screen that is shown if the server does not know the payment or the order. */
export function notFoundScreen(view: BaseView, merchant: string): TemplateResult {
  const { localize } = view;
  return screen(view, {
    state: 'neutral',
    icon: 'search',
    title: localize.text('error.not-found'),
    text: localize.rich('error.not-found.text', { merchant }),
    content: support,
  });
}
