import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from './icon.ts';
import type { BaseView } from './view.ts';

/** The footer: the name of the gateway, and a slot for content of the shop. */
export function renderFooter(
  { localize, hasFooter }: BaseView,
  gateway: string | null,
): TemplateResult | typeof nothing {
  if (!gateway && !hasFooter) return nothing;
  return html`<div class="footer" part="footer">
    ${gateway ? html`<span class="gateway">${renderIcon('lock')}<span>${localize.rich('gateway', { gateway })}</span></span>` : nothing}
    <slot name="footer"></slot>
  </div>`;
}
