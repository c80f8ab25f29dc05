import { html, type TemplateResult } from 'lit';
import { renderIcon, type IconName } from './icon.ts';

/** The button for the main action of a screen. */
export function renderPrimaryButton(label: string, onClick: () => void, iconName?: IconName): TemplateResult {
  return html`<button type="button" class="primary" part="button-primary" @click=${onClick}>
    ${iconName ? renderIcon(iconName) : ''}<span>${label}</span>
  </button>`;
}

/** A button for another action. */
export function renderSecondaryButton(
  label: string,
  onClick: () => void,
  iconName?: IconName,
): TemplateResult {
  return html`<button type="button" class="secondary" part="button-secondary" @click=${onClick}>
    ${iconName ? renderIcon(iconName) : ''}<span>${label}</span>
  </button>`;
}
