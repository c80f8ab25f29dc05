import { html, nothing, type TemplateResult } from 'lit';
import { renderPrimaryButton, renderSecondaryButton } from '../../ui/buttons.ts';
import { renderScreen } from '../../ui/screen.ts';
import type { BaseView } from '../../ui/view.ts';
import { renderMoneySentence, type PaymentOfMoney } from './money.ts';
import { backIcon } from './icons.ts';

export interface ReturnedOptions {
  readonly payment: PaymentOfMoney;
  /** The name of the bank, the wallet or the gateway where the shopper approves the payment. */
  readonly bank: string;
  readonly check: () => void;
  /** Redirects to the pending payment again; null if this is not possible. */
  readonly continuePayment: (() => void) | null;
  readonly chooseAnother: () => void;
}

/** The shopper came back while the payment is pending. The title is the question whether it was approved. */
export function renderReturnedScreen(
  view: BaseView,
  { payment, bank, check, continuePayment, chooseAnother }: ReturnedOptions,
): TemplateResult {
  const { localize } = view;
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
        }${renderSecondaryButton(localize.text('choose-another'), chooseAnother)}
      </div>
      <slot name="support"></slot>`,
  });
}
