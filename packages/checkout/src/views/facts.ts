import { html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';
import { money } from './money.ts';
import type { Result } from './view.ts';

export type Fact = 'amount' | 'with' | 'date' | 'ref';

/** What the shopper may want to quote: sums, names, and the reference with a button that copies it. */
export function facts(view: Result, wanted: readonly Fact[]): TemplateResult {
  return html`<dl class="facts" part="facts">${wanted.map((fact) => row(view, fact))}</dl>`;
}

function row({ payment, say, act }: Result, fact: Fact): TemplateResult {
  const reference = payment.transactionNumber ?? payment.reference;
  const paidWith = [payment.bank, payment.channel].filter(Boolean).join(' · ');
  if (fact === 'with' && paidWith === '') return html``;
  const value = {
    amount: () => money(say, payment.order),
    with: () => html`<bdi>${paidWith}</bdi>`,
    date: () => say.date(payment.date, payment.order.timeZone),
    ref: () =>
      html`<bdi class="reference">${reference}</bdi
        ><button
          type="button"
          class="copy"
          aria-label="${say.text('copy')} ${reference}"
          @click=${() => act.copy(reference)}
        >
          ${icon('copy')}
        </button>`,
  }[fact];
  return html`<div part="fact">
    <dt>${say.text(`f.${fact}`)}</dt>
    <dd>${value()}</dd>
  </div>`;
}
