import { html, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon.ts';

/** The button for the main action of a screen. */
export function primaryButton(label: string, onClick: () => void, iconName?: IconName): TemplateResult {
  return button('primary', label, onClick, iconName);
}

/** A button for another action. */
export function secondaryButton(label: string, onClick: () => void, iconName?: IconName): TemplateResult {
  return button('secondary', label, onClick, iconName);
}

function button(
  kind: 'primary' | 'secondary',
  label: string,
  onClick: () => void,
  iconName: IconName | undefined,
): TemplateResult {
  return html`<button type="button" class=${kind} part="button-${kind}" @click=${onClick}>
    ${iconName ? icon(iconName) : ''}<span>${label}</span>
  </button>`;
}
