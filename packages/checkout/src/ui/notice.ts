import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { renderIcon, type IconName } from './icon.ts';

type Tone = 'warning' | 'danger' | 'info';

/** A box with a message inside the form. With an `id`, a field can refer to it, and it can have the focus. */
export function renderNotice(
  tone: Tone,
  iconName: IconName,
  content: unknown,
  id?: 'notice' | 'decline',
): TemplateResult {
  return html`<div
    class="notice ${tone}"
    part="notice notice-${tone}"
    id=${ifDefined(id)}
    tabindex=${ifDefined(id && -1)}
  >
    ${renderIcon(iconName)}
    <div>${content}</div>
  </div>`;
}
