import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon.ts';

type Tone = 'warning' | 'danger' | 'info';

/** A box with a message inside the form. `canFocus`: it takes the focus when it appears. */
export function noticeBox(
  tone: Tone,
  iconName: IconName,
  content: unknown,
  canFocus = false,
): TemplateResult {
  return html`<div
    class="notice ${tone}"
    part="notice notice-${tone}"
    id=${canFocus ? 'notice' : nothing}
    tabindex=${canFocus ? -1 : nothing}
  >
    ${icon(iconName)}
    <div>${content}</div>
  </div>`;
}
