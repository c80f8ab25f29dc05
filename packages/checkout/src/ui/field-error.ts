import { html, type TemplateResult } from 'lit';
import { renderIcon } from './icon.ts';

/** An error about a missing or invalid choice. */
export function renderFieldError(id: string, text: string): TemplateResult {
  return html`<p class="error" part="error" id=${id}>${renderIcon('alert')}<span>${text}</span></p>`;
}
