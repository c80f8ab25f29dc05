import { html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

/** An error about a missing or invalid choice. */
export function fieldError(id: string, text: string): TemplateResult {
  return html`<p class="error" part="error" id=${id}>${icon('alert')}<span>${text}</span></p>`;
}
