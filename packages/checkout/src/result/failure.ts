import { html, type TemplateResult } from 'lit';
import type { FailureCause } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { primaryButton, secondaryButton } from '../ui/buttons.ts';
import { loadFailed } from '../ui/load-failed.ts';
import { screen } from '../ui/screen.ts';
import type { BaseView } from '../ui/view.ts';
import { hourglass, wallet } from './icons.ts';

const support = html`<slot name="support"></slot>`;
const fallback = html`<slot></slot>`;

/** Why there is nothing to choose from, and what the shopper can do. */
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
        icon: wallet,
        title: localize.text('error.empty'),
        text: localize.rich('error.empty.text', { amount, merchant }),
        content: html`<div class="buttons">
            ${secondaryButton(localize.text('retry'), actions.reload, 'again')}
          </div>
          ${support}`,
      });
    case 'expired':
      return expiredScreen(view, actions.restart);
    case 'not-found':
      return notFoundScreen(view, merchant);
  }
}

/** The time to pay the order, or to finish a payment, is over. */
export function expiredScreen(view: BaseView, restart: () => void): TemplateResult {
  const { localize } = view;
  return screen(view, {
    state: 'expired',
    icon: hourglass,
    title: localize.text('expired'),
    text: localize.text('expired.text'),
    content: html`<div class="buttons">${primaryButton(localize.text('restart'), restart)}</div>
      ${support}`,
  });
}

/** There is no such payment or order. */
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
