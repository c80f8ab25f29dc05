import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { renderIcon, type IconName } from './icon.ts';

type Tone = 'warning' | 'danger' | 'info';

/** A box with a message inside the form. If `canFocus` is true, the focus can move to the box. */
export function renderNotice(
  tone: Tone,
  iconName: IconName,
  content: unknown,
  canFocus = false,
): TemplateResult {
  return html`<div
    class="notice ${tone}"
    part="notice notice-${tone}"
    id=${ifDefined(canFocus ? 'notice' : undefined)}
    tabindex=${ifDefined(canFocus ? -1 : undefined)}
  >
    ${renderIcon(iconName)}
    <div>${content}</div>
  </div>`;
}
