import { html, type TemplateResult } from 'lit/html.js';
import { icon, type IconName } from './icon.ts';

/** A button beside the first one. */
export function secondary(label: string, onPress: () => void, drawing?: IconName): TemplateResult {
  return html`<button type="button" class="secondary" part="button-secondary" @click=${onPress}>
    ${drawing ? icon(drawing) : ''}<span>${label}</span>
  </button>`;
}
