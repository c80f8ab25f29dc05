import { html, type TemplateResult } from 'lit/html.js';
import { icon } from './icon.ts';

/** What stands under a control that Pay was pressed without. */
export function fieldError(id: string, text: string): TemplateResult {
  return html`<p class="error" part="error" id=${id}>${icon('alert')}<span>${text}</span></p>`;
}
