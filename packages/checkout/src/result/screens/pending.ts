import { html, nothing, type TemplateResult } from 'lit';
import type { TextId } from '../../locales/en.ts';
import type { TextValues } from '../../locales/localize.ts';
import { getApproverName } from '../../channels/index.ts';
import { renderPhoneButton } from '../../pay/index.ts';
import { renderPrimaryButton, renderSecondaryButton } from '../../ui/buttons.ts';
import { renderScreen } from '../../ui/screen.ts';
import { renderFacts } from './facts.ts';
import { backIcon, minusIcon } from './icons.ts';
import { renderMoneySentence } from './money.ts';
import type { OutcomeView } from '../view.ts';

const stageTextIds: readonly TextId[] = ['pending.0', 'pending.1', 'pending.2'];

/** Returns the text of the pending screen. */
export function getPendingText({
  payment,
  pendingStage,
  mayBeUnapproved,
  localize,
}: Pick<OutcomeView, 'payment' | 'pendingStage' | 'mayBeUnapproved' | 'localize'>): {
  readonly id: TextId;
  readonly values: TextValues;
} {
  const values = { bank: getApproverName(localize, payment), merchant: payment.order.merchant };
  if (payment.approval === 'second-person') return { id: 'pending.approver.text', values };
  if (pendingStage < 2 && payment.step === 'card-unclear') return { id: 'error.card-lost', values };
  if (pendingStage < 2 && mayBeUnapproved) return { id: 'pending.unapproved', values };
  return { id: stageTextIds[pendingStage] ?? 'pending.0', values };
}

const support = html`<slot name="support"></slot>`;

/** The screen of a pending payment: what is known about it, and what the shopper can do. */
export function renderPendingScreen(view: OutcomeView): TemplateResult {
  const { payment } = view;
  if (payment.step === 'start-unclear' || payment.step === 'start-lost') return renderUnclearStart(view);
  if (payment.step === 'not-sent') return renderNotSent(view);
  if (view.checkReturned !== null && payment.step === undefined)
    return renderReturned(view, view.checkReturned);
  const { id, values } = getPendingText(view);
  return renderScreen(view, {
    state: 'pending',
    icon: 'spinner',
    title: view.localize.text(payment.approval === 'second-person' ? 'pending.approver' : 'pending'),
    text: view.localize.rich(id, values),
    content: html`${renderMoneySentence(view.localize, payment)}${renderFacts(view, ['amount', 'channel', 'reference'])}${renderButtons(view, values)}`,
  });
}

/** From 15 seconds on, there is a leading button, and the shopper can choose another way to pay, unless a card was sent. */
function renderButtons(view: OutcomeView, { bank = '' }: TextValues): TemplateResult | typeof nothing {
  const { payment, pendingStage, localize, actions, continuePayment, payOnPhone } = view;
  if (pendingStage === 0 && continuePayment === null) return nothing;
  const continueButton =
    continuePayment && renderPrimaryButton(localize.text('redirect.link', { bank }), continuePayment);
  const showCodeButton = payOnPhone && renderPhoneButton(localize, payOnPhone);
  const renderCheck = continuePayment === null ? renderPrimaryButton : renderSecondaryButton;
  const checkButton =
    pendingStage === 2 || continuePayment === null
      ? renderCheck(localize.text('pending.check'), actions.check, 'reload')
      : nothing;
  const replaceButton =
    pendingStage === 0 || payment.step === 'card-unclear'
      ? nothing
      : html`${renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother)}
          <p class="screen-text">${localize.text('pending.warning')}</p>`;
  return html`<div class="buttons">${continueButton}${showCodeButton}${checkButton}${replaceButton}</div>`;
}

/** The shopper came back while the payment is pending. The title is the question whether it was approved. */
function renderReturned(view: OutcomeView, check: () => void): TemplateResult {
  const { localize, payment, continuePayment, actions } = view;
  const bank = getApproverName(localize, payment);
  return renderScreen(view, {
    state: 'info',
    icon: backIcon,
    title: localize.rich('returned', { bank }),
    text: localize.text('returned.text'),
    content: html`${renderMoneySentence(localize, payment)}
      <div class="buttons">
        ${renderPrimaryButton(localize.text('returned.check'), check)}${
          continuePayment === null
            ? nothing
            : renderSecondaryButton(localize.text('redirect.link', { bank }), continuePayment)
        }${renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother)}
      </div>
      ${support}`,
  });
}

/** No browser was redirected to the payment, so the shopper starts it again, or another one if the gateway has it. */
function renderUnclearStart(view: OutcomeView): TemplateResult {
  const { localize, payment, repeat, actions } = view;
  const merchant = payment.order.merchant;
  const values = { bank: getApproverName(localize, payment), merchant };
  const isLost = payment.step === 'start-lost';
  return renderScreen(view, {
    state: 'info',
    icon: 'alert',
    title: localize.rich(isLost ? 'lost' : 'unclear', values),
    text: isLost ? localize.rich('lost.text', values) : localize.text('unclear.text'),
    content: html`${renderMoneySentence(localize, payment)}${renderFacts(view, ['amount', 'reference'])}
      <div class="buttons">
        ${isLost ? renderPrimaryButton(localize.text('pending.check'), actions.check, 'reload') : nothing}${(isLost
          ? renderSecondaryButton
          : renderPrimaryButton)(
          localize.text('retry'),
          repeat,
        )}${renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother)}
      </div>
      ${support}`,
  });
}

function renderNotSent(view: OutcomeView): TemplateResult {
  const { localize, payment, actions } = view;
  return renderScreen(view, {
    state: 'canceled',
    icon: minusIcon,
    title: localize.text('not-sent'),
    text: localize.text('not-sent.text'),
    content: html`${renderMoneySentence(localize, payment)}
      <div class="buttons">
        ${renderPrimaryButton(localize.text('retry'), actions.retry)}${renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother)}
      </div>
      ${support}`,
  });
}
