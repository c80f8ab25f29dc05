import { html, type TemplateResult } from 'lit';

/** A gray block in place of content that is loading. */
export function renderPlaceholder(
  size: 'amount' | 'title' | 'label' | 'dot' | 'logo' | 'name' | 'hint' | 'search' | 'pay',
): TemplateResult {
  return html`<span class="block block-${size}" part="skeleton"></span>`;
}
