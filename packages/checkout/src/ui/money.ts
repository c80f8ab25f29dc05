import { html, type TemplateResult } from 'lit';
import type { Localize } from '../locales/localize.ts';
import type { Sum } from '../locales/money.ts';

/** A sum inside a text. The line does not break inside the sum, and the sum has its own text direction. */
export function renderMoney(localize: Localize, sum: Sum, amount = sum.amount): TemplateResult {
  return html`<bdi class="money" translate="no">${localize.money({ ...sum, amount })}</bdi>`;
}

/** The line may break between the amount and the smaller currency, because the font may be very large. */
export function renderLargeMoney(localize: Localize, sum: Sum): TemplateResult {
  const parts = localize.moneyParts(sum);
  return html`<bdi class="money" translate="no"
    >${parts.map(({ type, value }) => (type === 'currency' ? html`<span class="currency">${value}</span>` : value.replace('\u00a0', ' ')))}</bdi
  >`;
}
