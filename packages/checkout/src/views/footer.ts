import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icon } from './icon.ts';
import type { Frame } from './view.ts';

/** Who carries the payment, and whatever the shop adds. */
export function footer({ say, hasFooter }: Frame, gateway: string | null): TemplateResult | typeof nothing {
  if (!gateway && !hasFooter) return nothing;
  return html`<div class="footer" part="footer">
    ${gateway ? html`<span class="by">${icon('lock')}<span>${say.rich('by', { gateway })}</span></span>` : nothing}
    <slot name="footer"></slot>
  </div>`;
}
