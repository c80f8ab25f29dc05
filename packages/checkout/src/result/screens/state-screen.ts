import type { StorefrontPaymentState } from '@pgw/protocol';
import type { StorefrontPaymentStatus } from '@pgw/protocol/internal';
import { html, nothing, type TemplateResult } from 'lit';
import { renderScreen, type Screen } from '../../ui/screen.ts';
import type { BaseView } from '../../ui/view.ts';
import { backIcon, checkIcon, hourglassIcon, minusIcon } from './icons.ts';
import { renderMoneySentence, renderReturnOfMoney } from './money.ts';
import { outcomeTitles } from './titles.ts';

type FinalState = Exclude<StorefrontPaymentState, 'pending'>;

const success = { state: 'success', icon: checkIcon } as const;
const info = { state: 'info', icon: backIcon } as const;

const looks: Readonly<Record<FinalState, Pick<Screen, 'state' | 'icon'>>> = {
  paid: success,
  authorized: success,
  failed: { state: 'failed', icon: 'cross' },
  canceled: { state: 'canceled', icon: minusIcon },
  expired: { state: 'expired', icon: hourglassIcon },
  refunding: info,
  refunded: info,
};

/** The screen for the state of a payment whose order this browser may not see. */
export function renderStateScreen(
  view: BaseView,
  payment: StorefrontPaymentStatus & { readonly state: FinalState },
): TemplateResult {
  const { localize } = view;
  return renderScreen(view, {
    ...looks[payment.state],
    title: localize.text(outcomeTitles[payment.state]),
    text: nothing,
    content: html`${renderMoneySentence(localize, payment)}${renderReturnOfMoney(localize, payment)}
      <slot name="support"></slot>`,
  });
}
