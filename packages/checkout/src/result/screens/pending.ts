import { html, nothing, type TemplateResult } from 'lit';
import type { TextId } from '../../locales/en.ts';
import type { TextValues } from '../../locales/localize.ts';
import { renderPhoneButton } from '../../pay/index.ts';
import { renderSecondaryButton } from '../../ui/buttons.ts';
import { renderScreen } from '../../ui/screen.ts';
import { renderFacts } from './facts.ts';
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
  const bank = payment.bank ?? payment.channel ?? localize.text('bank');
  if (payment.approval === 'second-person')
    return { id: 'pending.approver.text', values: { bank, merchant: payment.order.merchant } };
  const id =
    mayBeUnapproved && pendingStage < 2 ? 'pending.unapproved' : (stageTextIds[pendingStage] ?? 'pending.0');
  return { id, values: { bank, merchant: payment.order.merchant } };
}

/** The screen of a pending payment. After 15 seconds the shopper can choose another way to pay. */
export function renderPendingScreen(view: OutcomeView): TemplateResult {
  const { id, values } = getPendingText(view);
  return renderScreen(view, {
    state: 'pending',
    icon: 'spinner',
    title: view.localize.text(view.payment.approval === 'second-person' ? 'pending.approver' : 'pending'),
    text: view.localize.rich(id, values),
    content: html`${renderMoneySentence(view.localize, view.payment)}${renderFacts(view, ['amount', 'channel', 'reference'])}${renderButtons(view, values)}`,
  });
}

function renderButtons(view: OutcomeView, { bank = '' }: TextValues): TemplateResult | typeof nothing {
  const { pendingStage, localize, actions, continuePayment, payOnPhone } = view;
  if (pendingStage === 0 && continuePayment === null) return nothing;
  const continueButton =
    continuePayment && renderSecondaryButton(localize.text('redirect.link', { bank }), continuePayment);
  const showCodeButton = payOnPhone && renderPhoneButton(localize, payOnPhone);
  const checkButton =
    pendingStage === 2
      ? renderSecondaryButton(localize.text('pending.check'), actions.check, 'reload')
      : nothing;
  const replaceButton =
    pendingStage === 0
      ? nothing
      : html`${renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother)}
          <p class="screen-text">${localize.text('pending.warning')}</p>`;
  return html`<div class="buttons">${continueButton}${showCodeButton}${checkButton}${replaceButton}</div>`;
}
