import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutView } from '../../state/view.ts';
import { renderIcon } from '../../ui/icon.ts';
import { renderNotice } from '../../ui/notice.ts';
import { formatDuration } from '../../ui/time.ts';

/**
 * The time that is left to pay, if `secondsLeft` is set. Screen readers do not read it each second:
 * flow/announcements.ts announces it.
 */
export function renderTimer({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  if (state.secondsLeft === null || state.phase.name === 'failed') return nothing;
  const time = formatDuration(state.secondsLeft * 1000, localize.format);
  return html`<div class="timer" part="timer" role="timer" aria-live="off">
    ${renderIcon('clock')}<span>${localize.rich('time.left', { time })}</span>
  </div>`;
}

/** The notice below Pay in the last minute. It has no button, because the shopper cannot extend the time. */
export function renderTimeNotice({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  const { secondsLeft } = state;
  if (secondsLeft === null || secondsLeft > 60) return nothing;
  return renderNotice(
    'warning',
    'clock',
    html`<b>${localize.text('time.minutes', { n: 1 })}</b><br />${localize.text('time.text')}`,
  );
}
