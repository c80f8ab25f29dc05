import { html, nothing, type TemplateResult } from 'lit/html.js';
import { safeUrl } from '../safe-url.ts';
import type { Phase } from '../state.ts';
import { heading } from './heading.ts';
import { icon } from './icon.ts';
import { logo } from './logo.ts';
import { primary, screen } from './screen.ts';
import { secondary } from './secondary.ts';
import type { LifeView } from './view.ts';

/** Whom the shopper is on the way to, as far as it is known. */
export function destination({ state, say }: Pick<LifeView, 'state' | 'say'>): string {
  const payment = 'payment' in state.phase ? state.phase.payment : null;
  const channel = state.session?.channels.find(({ name }) => name === payment?.channel);
  // Of a card it is the bank that asks for more.
  if (channel?.kind === 'card') return say.text('bank');
  return payment?.bank ?? payment?.channel ?? payment?.order.gateway ?? say.text('bank');
}

/** Between the press and the bank's page. A way out appears when the page is still here after a while. */
export function leaving(view: LifeView, phase: Extract<Phase, { name: 'leaving' }>): TemplateResult {
  const { say } = view;
  const { order, fee, bank: bankName, bankImageUrl, channelImageUrl } = phase.payment;
  const bank = destination(view);
  const picture = bankName === null ? channelImageUrl : bankImageUrl;
  const amount = say.money({ ...order, amount: order.amount + fee });
  const url = safeUrl(phase.redirect.url);
  return html`<span class="progress"></span>
    <div class="body screen leaving" part="screen">
      <div class="hop" part="hop" aria-hidden="true">
        <span class="stop">${logo(order.merchant, order.merchantLogoUrl)}</span>
        <span class="dots"><i></i><i></i><i></i></span>
        <span class="stop">${logo(bank, picture)}</span>
      </div>
      ${heading(say.rich('go', { bank }), view.headingLevel, 'screen-title', true)}
      <p class="screen-text" part="screen-text">${say.rich('go.text', { amount })}</p>
      <div class="way-out">
        <p class="stuck">${phase.help === 'stuck' && url !== null ? say.text('go.stuck') : nothing}</p>
        ${
          phase.help !== 'none' && url !== null
            ? html`<a class="secondary" part="button-secondary" href=${url} target="_top"
                ><span>${say.rich('go.link', { bank })}</span>${icon('arrow')}</a
              >`
            : nothing
        }
      </div>
    </div>`;
}

/** The shopper came back before the server knew the outcome. */
export function interrupted(view: LifeView): TemplateResult {
  const { say, act } = view;
  return screen(view, {
    state: 'calm',
    picture: 'back',
    title: say.rich('back', { bank: destination(view) }),
    text: say.text('back.text'),
    rest: html`<div class="buttons">
        ${primary(say.text('back.check'), act.checkInterrupted)}${secondary(say.text('another'), act.another)}
      </div>
      <slot name="support"></slot>`,
  });
}
