import { html, nothing, type TemplateResult } from 'lit';
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

/** Below Pay: it came unasked, so it moves nothing. */
export function offlineNotice({ state, say }: View): TemplateResult | typeof nothing {
  if (!state.isOffline) return nothing;
  return noticeBox(
    'info',
    'offline',
    html`<b>${say.text('x.offline')}</b><br />${say.text('x.offline.text')}`,
  );
}

/** What stands under a control that Pay was pressed without. */
export function fieldError(id: string, text: string): TemplateResult {
  return html`<p class="error" part="error" id=${id}>${icon('alert')}<span>${text}</span></p>`;
}

/** Above Pay: nothing was sent. */
export function notSentNotice(say: View['say']): TemplateResult {
  return noticeBox('danger', 'alert', say.text('x.start'));
}
