import { html, type TemplateResult } from 'lit/html.js';
import type { Localize } from '../controllers/localize.ts';
import type { Sum } from '../money.ts';

/** A sum in the text: never broken at its space, never disturbed by the script around it. */
export function money(say: Localize, sum: Sum, amount = sum.amount): TemplateResult {
  return html`<bdi class="money">${say.money({ ...sum, amount })}</bdi>`;
}

/** The large amount, with its currency set back. Here the line may break between the two: letters may be huge. */
export function largeMoney(say: Localize, sum: Sum): TemplateResult {
  const parts = say.moneyParts(sum);
  return html`<bdi class="money"
    >${parts.map(({ type, value }) => (type === 'currency' ? html`<span class="currency">${value}</span>` : value.replace('\u00a0', ' ')))}</bdi
  >`;
}
