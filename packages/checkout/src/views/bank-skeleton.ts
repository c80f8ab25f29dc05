import { html, type TemplateResult } from 'lit/html.js';
import { block } from './skeleton.ts';

/** Banks before they are known, in a panel that is already at its full height. */
export function bankSkeleton(): TemplateResult {
  const row = html`<div class="bank">${block('dot')}${block('logo')}${block('name')}</div>`;
  return html`<div aria-hidden="true">
    ${block('search')}
    <div class="bank-box"><div class="bank-list waiting">${[row, row, row, row]}</div></div>
  </div>`;
}
