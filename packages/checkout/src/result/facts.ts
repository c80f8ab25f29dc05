import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { channelName } from '../channels/index.ts';
import type { Sum } from '../locales/money.ts';
import { icon } from '../ui/icon.ts';
import { money } from '../ui/money.ts';
import type { CopyStatus } from '../ui/view.ts';
import { copyText, selectText } from './clipboard.ts';
import { formatDate } from './date.ts';
import { checkIcon, copyIcon } from './icons.ts';
import type { OutcomeView } from './view.ts';

export type Fact = 'amount' | 'channel' | 'date' | 'reference';

/** The sum that the shopper pays: the amount of the order and the fee of the channel. */
export function paidSum({ order, fee }: StorefrontPayment): Sum {
  return { ...order, amount: order.amount + fee };
}

/** A list of facts about a payment. The reference has a button that copies it. */
export function facts(view: OutcomeView, names: readonly Fact[]): TemplateResult {
  return html`<dl class="facts" part="facts">${names.map((fact) => factRows(view, fact))}</dl>`;
}

function factRows(view: OutcomeView, fact: Fact): unknown {
  const { payment, localize } = view;
  switch (fact) {
    case 'amount':
      return sums(view);
    case 'channel': {
      const paidWith = [payment.bank, channelNameOf(view)].filter(Boolean).join(' · ');
      return paidWith === '' ? nothing : row(localize.text('fact.paid-with'), html`<bdi>${paidWith}</bdi>`);
    }
    case 'date':
      return row(
        localize.text('fact.date'),
        formatDate(payment.date, localize.format, payment.order.timeZone),
      );
    case 'reference':
      return row(localize.text('fact.reference'), reference(view));
  }
}

/**
 * The name of the channel in the language of the shopper. Empty if the shopper chose on the gateway's page.
 */
function channelNameOf({ payment, localize }: OutcomeView): string {
  return payment.channel === null ? '' : channelName(localize, payment.channel);
}

/** The total. If there is a fee, also the amount of the order and the fee. */
function sums(view: OutcomeView): unknown {
  const { payment, localize } = view;
  const { order, fee } = payment;
  const sum = row(localize.text('fact.total'), money(localize, paidSum(payment)));
  if (fee === 0) return sum;
  return [
    row(localize.text('sum.order'), money(localize, order)),
    row(localize.rich('sum.fee', { channel: channelNameOf(view) }), money(localize, order, fee)),
    sum,
  ];
}

function reference({ payment, localize, actions, copyStatus }: OutcomeView): TemplateResult {
  const text = payment.transactionNumber ?? payment.reference;
  return html`<bdi class="reference">${text}</bdi
    ><button
      type="button"
      class="copy"
      part="button-text"
      aria-label="${localize.text('copy')} ${text}"
      @click=${({ currentTarget }: Event & { readonly currentTarget: Element }) =>
        void copyReference(currentTarget.previousElementSibling, text, actions.showCopyStatus)}
    >
      ${icon(copyStatus === 'copied' ? checkIcon : copyIcon)}</button
    >${copyStatusText(copyStatus, localize)}`;
}

function copyStatusText(
  status: CopyStatus,
  localize: OutcomeView['localize'],
): TemplateResult | typeof nothing {
  if (status === null || status === 'link') return nothing;
  return html`<small class="copied">${localize.text(status === 'copied' ? 'copied' : 'copy.select')}</small>`;
}

/** Copies the reference. If the browser does not allow this, selects the reference. */
async function copyReference(
  element: Element | null,
  text: string,
  showCopyStatus: OutcomeView['actions']['showCopyStatus'],
): Promise<void> {
  if (await copyText(text)) showCopyStatus('copied', 'copied');
  else {
    if (element) selectText(element);
    showCopyStatus('selected', 'copy.select');
  }
}

function row(name: unknown, value: unknown): TemplateResult {
  return html`<div part="fact">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
