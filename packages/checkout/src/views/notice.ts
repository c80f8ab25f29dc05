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

/** Above the list: the sum is another one now. */
export function totalNotice({ state, say }: View): TemplateResult | typeof nothing {
  const { notice, session } = state;
  if (notice?.kind !== 'total' || session === null) return nothing;
  const words = { amount: say.money(session.order), old: say.money(notice.old) };
  return noticeBox('warning', 'alert', say.rich('x.total', words), true);
}

/** Above Pay: the answer to a press. */
export function answerNotice(view: View): TemplateResult | typeof nothing {
  const { state, say, act } = view;
  const { notice, phase } = state;
  if (phase.name === 'unsure') {
    return noticeBox('warning', 'alert', say.text('x.unsure'));
  }
  switch (notice?.kind) {
    case 'start':
      return noticeBox('danger', 'alert', say.text('x.start'));
    case 'bank-gone':
      return noticeBox('danger', 'alert', say.rich('bank.gone', { bank: notice.bank }));
    case 'rate':
      return noticeBox('warning', 'clock', say.text('x.rate', { n: Math.ceil(notice.waitMs / 60_000) }));
    case 'duplicate':
      return noticeBox(
        'warning',
        'alert',
        html`${say.text('x.dup')}
          <button type="button" class="secondary" part="button-secondary" @click=${act.checkDuplicate}>
            ${say.text('back.check')}
          </button>`,
      );
    case 'total':
    case undefined:
      return nothing;
  }
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

/** Below Pay too: the last minute. Nothing extends the time, so no button offers it. */
export function timeNotice({ state, say }: View): TemplateResult | typeof nothing {
  const { secondsLeft } = state;
  if (secondsLeft === null || secondsLeft > 60) return nothing;
  return noticeBox(
    'warning',
    'clock',
    html`<b>${say.text('time.min', { n: 1 })}</b><br />${say.text('time.keep')}`,
  );
}

/** What stands under a control that Pay was pressed without. */
export function fieldError(id: string, text: string): TemplateResult {
  return html`<p class="error" part="error" id=${id}>${icon('alert')}<span>${text}</span></p>`;
}
