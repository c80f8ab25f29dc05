import { html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

/** The error below a field that is missing or wrong. */
export function fieldError(id: string, text: string): TemplateResult {
  return html`<p class="error" part="error" id=${id}>${icon('alert')}<span>${text}</span></p>`;
}
