import { html, nothing, type TemplateResult } from 'lit';
import { toSafeUrl } from '../../api/safe-url.ts';
import { getApproverName } from '../../channels/index.ts';
import type { Phase } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderHeading } from '../../ui/heading.ts';
import { renderIcon } from '../../ui/icon.ts';
import { renderLogo } from '../../ui/logo.ts';

/** The screen while the browser loads the bank's page. After 1.5 s, it also has a link. */
export function renderInterstitial(
  view: CheckoutView,
  phase: Extract<Phase, { name: 'redirecting' }>,
): TemplateResult {
  const { localize } = view;
  const { order, fee, bank: bankName, bankImageUrl, channelImageUrl } = phase.payment;
  const bank = getApproverName(localize, phase.payment);
  const imageUrl = bankName === null ? channelImageUrl : bankImageUrl;
  const amount = { ...order, amount: order.amount + fee };
  const url = toSafeUrl(phase.redirect.url);
  const stuckText = phase.help === 'stuck' && url !== null ? localize.text('redirect.stuck') : nothing;
  return html`<span class="progress"></span>
    <div class="body screen redirecting" part="screen">
      <div class="redirect-logos" part="redirect-logos" aria-hidden="true">
        <span class="logo-frame">${renderLogo(order.merchant, order.merchantLogoUrl)}</span>
        <span class="dots"><i></i><i></i><i></i></span>
        <span class="logo-frame">${renderLogo(bank, imageUrl)}</span>
      </div>
      ${renderHeading(localize.rich('redirect', { bank }), view.headingLevel, 'screen-title', true)}
      <p class="screen-text" part="screen-text">${localize.rich('redirect.text', { amount })}</p>
      <div class="redirect-help">
        <p class="stuck">${stuckText}</p>
        ${
          phase.help !== 'none' && url !== null
            ? html`<a class="secondary" part="button-secondary" href=${url} target="_top"
                ><span>${localize.rich('redirect.link', { bank })}</span>${renderIcon('arrow')}</a
              >`
            : nothing
        }
      </div>
    </div>`;
}
