import { html, nothing, type TemplateResult } from 'lit';
import { toSafeUrl } from '../../api/safe-url.ts';
import type { Announcement } from '../../element/announcer.ts';
import type { Localize } from '../../locales/localize.ts';
import { getApproverName } from '../../channels/index.ts';
import { renderTimer } from '../../pay/index.ts';
import type { Phase } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderPrimaryButton, renderSecondaryButton } from '../../ui/buttons.ts';
import { renderHeading } from '../../ui/heading.ts';
import { copyText } from './clipboard.ts';
import { getTotalSum } from './facts.ts';

type PhonePhase = Extract<Phase, { name: 'phone' }>;

/** The screen with the QR code. The element polls the payment. */
export function renderPhoneScreen(view: CheckoutView, phase: PhonePhase): TemplateResult {
  const { localize, actions, headingLevel } = view;
  const values = { amount: getTotalSum(phase.payment), bank: getApproverName(localize, phase.payment) };
  const code = phase.hasCode ? renderQrCode(view, phase) : null;
  const continueText = localize.text('phone.continue');
  return html`<div class="body screen phone-screen" part="screen screen-pending">
    ${renderHeading(localize.text('phone'), headingLevel, 'screen-title', true)}
    <p class="screen-text" part="screen-text">
      ${code === null ? localize.text('phone.unavailable') : localize.rich('phone.text', values)}
    </p>
    ${code ?? nothing} ${renderTimer(view)}
    <p class="waiting">
      <span class="spinner" part="spinner"></span>
      <span>${localize.text(phase.isChecking ? 'pending' : 'phone.waiting')}</span>
    </p>
    <div class="buttons">
      ${
        code === null
          ? renderPrimaryButton(continueText, () => actions.changePhoneScreen('continue'), 'arrow')
          : renderSecondaryButton(continueText, () => actions.changePhoneScreen('continue'))
      }${renderSecondaryButton(localize.text('returned.check'), actions.check)}${renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother)}
      <p class="screen-text">${localize.text('pending.warning')}</p>
    </div>
    <slot name="support"></slot>
  </div>`;
}

/** The QR code and a button that copies its link. Null if the server has sent no safe URL. */
function renderQrCode(
  view: CheckoutView,
  { payment, redirect: { phone } }: PhonePhase,
): TemplateResult | null {
  const { localize, actions, copyStatus } = view;
  const url = toSafeUrl(phone?.url ?? null);
  const image = toSafeUrl(phone?.codeUrl ?? null);
  if (url === null || image === null) return null;
  const isCopied = copyStatus === 'link';
  return html`<img
      class="code"
      part="qr-code"
      src=${image}
      alt=${localize.text('phone.code', { bank: getApproverName(localize, payment) })}
      width="200"
      height="200"
      @error=${() => actions.changePhoneScreen('code-failed')}
    />
    <button type="button" class="text-button" part="button-text" @click=${() => void copyLink(view, url)}>
      ${localize.text(isCopied ? 'in-app-browser.copied' : 'in-app-browser.copy')}
    </button>`;
}

/** Copies the URL of the payment. If the browser does not allow this, a dialog shows the URL. */
async function copyLink({ localize, actions }: CheckoutView, url: string): Promise<void> {
  if (await copyText(url)) actions.showCopyStatus('link', 'in-app-browser.copied');
  else prompt(localize.text('in-app-browser.copy'), url);
}

/** Announces that a QR code cannot be loaded, and that a payment is still pending after a click on the check. */
export function announcePhone(
  before: Phase,
  { hasCode, isChecking }: PhonePhase,
  localize: Localize,
): Announcement | null {
  if (before.name !== 'phone') return null;
  if (before.hasCode && !hasCode) return { text: localize.text('phone.unavailable'), role: 'alert' };
  return before.isChecking && !isChecking ? { text: localize.text('phone.waiting'), role: 'status' } : null;
}
