import type { Money } from '@pgw/protocol';
import { formatAmount, html, type Html } from '@pgw/pages';

/** Renders a sum with the integer that requests and responses contain: `RM 44.50`, sent as 4450. */
export function renderSum(money: Money, text = formatAmount(money)): Html {
  return html`<span class="sum-text">${text}</span> <span class="muted sent">sent as ${money.amount}</span>`;
}
