import { html, type TemplateResult } from 'lit/html.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { icon, type IconName } from './icon.ts';
import type { View } from './view.ts';

type Tone = 'warning' | 'danger' | 'info';

/** A box in the form. `canFocus` is for the answer to a press, which the keyboard is taken to. */
export function noticeBox(tone: Tone, drawing: IconName, content: unknown, canFocus = false): TemplateResult {
  return html`<div
    class="notice ${tone}"
    part="notice notice-${tone}"
    id=${ifDefined(canFocus ? 'notice' : undefined)}
    tabindex=${ifDefined(canFocus ? -1 : undefined)}
  >
    ${icon(drawing)}
    <div>${content}</div>
  </div>`;
}

/** Above Pay: nothing was sent. */
export function notSentNotice(say: View['say']): TemplateResult {
  return noticeBox('danger', 'alert', say.text('x.start'));
}
