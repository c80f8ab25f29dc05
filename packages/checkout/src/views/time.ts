import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icon } from './icon.ts';
import { noticeBox } from './notice.ts';
import type { View } from './view.ts';
import { clock } from './when.ts';

/** Under five minutes to the order's deadline: how much is left, for the eye; what is heard of it is announced. */
export function timer({ state, say }: View): TemplateResult | typeof nothing {
  if (state.secondsLeft === null || state.phase.name === 'failed') return nothing;
  const time = clock(say, state.secondsLeft * 1000);
  return html`<div class="timer" part="timer" role="timer" aria-live="off">
    ${icon('clock')}<span>${say.rich('time.left', { time })}</span>
  </div>`;
}

/** Below Pay: the last minute. Nothing extends the time, so no button offers it. */
export function timeNotice({ state, say }: View): TemplateResult | typeof nothing {
  const { secondsLeft } = state;
  if (secondsLeft === null || secondsLeft > 60) return nothing;
  return noticeBox(
    'warning',
    'clock',
    html`<b>${say.text('time.min', { n: 1 })}</b><br />${say.text('time.keep')}`,
  );
}
