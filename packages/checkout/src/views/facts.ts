import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { copyText, selectText } from '../clipboard.ts';
import type { Sum } from '../money.ts';
import { icon } from './icon.ts';
import { money } from './money.ts';
import type { Result } from './view.ts';
import { date } from './when.ts';

export type Fact = 'amount' | 'with' | 'date' | 'ref';

/** What the shopper pays, or has paid: the order and the channel's fee. */
export function paidSum({ order, fee }: StorefrontPayment): Sum {
  return { ...order, amount: order.amount + fee };
}

/** What the shopper may want to quote: sums, names, and the reference with a button that copies it. */
export function facts(view: Result, wanted: readonly Fact[]): TemplateResult {
  return html`<dl class="facts" part="facts">${wanted.map((fact) => row(view, fact))}</dl>`;
}

function row(view: Result, fact: Fact): unknown {
  const { payment, say } = view;
  switch (fact) {
    case 'amount':
      return sums(view);
    case 'with': {
      const paidWith = [payment.bank, payment.channel].filter(Boolean).join(' · ');
      return paidWith === '' ? nothing : line(say.text('f.with'), html`<bdi>${paidWith}</bdi>`);
    }
    case 'date':
      return line(say.text('f.date'), date(say, payment.date, payment.order.timeZone));
    case 'ref':
      return line(say.text('f.ref'), reference(view));
  }
}

/** With a fee: what makes up the sum, too. */
function sums({ payment, say }: Result): unknown {
  const { order, fee, channel } = payment;
  const sum = line(say.text('f.amount'), money(say, paidSum(payment)));
  if (fee === 0) return sum;
  return [
    line(say.text('sum.order'), money(say, order)),
    line(say.rich('sum.fee', { channel: channel ?? '' }), money(say, order, fee)),
    sum,
  ];
}

function reference({ payment, say, act, copied }: Result): TemplateResult {
  const text = payment.transactionNumber ?? payment.reference;
  return html`<bdi class="reference">${text}</bdi
    ><button
      type="button"
      class="copy"
      part="button-text"
      aria-label="${say.text('copy')} ${text}"
      @click=${({ currentTarget }: Event & { readonly currentTarget: Element }) =>
        void copy(currentTarget.previousElementSibling, text, act.copied)}
    >
      ${icon(copied === 'copied' ? 'check' : 'copy')}</button
    >${
      copied === null || copied === 'link'
        ? nothing
        : html`<small class="copied">${say.text(copied === 'copied' ? 'copied' : 'copy.select')}</small>`
    }`;
}

/** Copies the reference; where the browser refuses, it is selected instead. */
async function copy(shown: Element | null, text: string, onCopied: Result['act']['copied']): Promise<void> {
  if (await copyText(text)) onCopied('copied', 'copied');
  else {
    if (shown) selectText(shown);
    onCopied('selected', 'copy.select');
  }
}

function line(name: unknown, value: unknown): TemplateResult {
  return html`<div part="fact">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
