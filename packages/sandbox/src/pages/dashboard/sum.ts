import type { Money } from '@pgw/protocol';
import { html, type Html } from '@pgw/protocol/html';
import { formatMoney } from '../format.ts';

/** Renders a sum with the integer that requests and responses contain: `RM 44.50`, sent as 4450. */
export function renderSum(money: Money, text = formatMoney(money)): Html {
  return html`<span class="sum-text">${text}</span> <span class="muted sent">sent as ${money.amount}</span>`;
}
