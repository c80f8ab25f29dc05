import { html, type TemplateResult } from 'lit/html.js';
import type { FailureCause } from '../state.ts';
import { loadFailure } from './load-failure.ts';
import { primary, screen } from './screen.ts';
import { secondary } from './secondary.ts';
import type { Frame, LifeView } from './view.ts';

const support = html`<slot name="support"></slot>`;
const fallback = html`<slot></slot>`;

/** Nothing to choose from: why, and what can be done about it. */
export function failure(view: LifeView, cause: FailureCause): TemplateResult {
  const { say, state, act } = view;
  const merchant = state.session?.order.merchant ?? say.text('shop');
  const amount = state.session ? say.money(state.session.order) : '';
  switch (cause) {
    case 'load':
      return loadFailure(view, act.reload);
    case 'config':
      return screen(view, {
        state: 'neutral',
        picture: 'alert',
        title: say.rich('x.config', { merchant: state.session ? merchant : say.text('this.shop') }),
        text: say.text('x.config.text'),
        rest: html`${support}${fallback}`,
      });
    case 'empty':
      return screen(view, {
        state: 'neutral',
        picture: 'wallet',
        title: say.text('x.empty'),
        text: say.rich('x.empty.text', { amount, merchant }),
        rest: html`<div class="buttons">${secondary(say.text('retry'), act.reload, 'again')}</div>
          ${support}`,
      });
    case 'expired':
      return expired(view, act.restart);
    case 'lost':
      return lost(view, merchant);
  }
}

/** The time ran out: of the order, or of a payment. */
export function expired(view: Frame, restart: () => void): TemplateResult {
  const { say } = view;
  return screen(view, {
    state: 'expired',
    picture: 'hourglass',
    title: say.text('exp'),
    text: say.text('exp.text'),
    rest: html`<div class="buttons">${primary(say.text('restart'), restart)}</div>
      ${support}`,
  });
}

/** No payment or order by that name. */
export function lost(view: Frame, merchant: string): TemplateResult {
  return screen(view, {
    state: 'neutral',
    picture: 'search',
    title: view.say.text('x.lost'),
    text: view.say.rich('x.lost.text', { merchant }),
    rest: support,
  });
}
