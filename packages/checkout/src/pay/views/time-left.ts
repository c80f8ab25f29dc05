import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutView } from '../../state/view.ts';
import { renderIcon } from '../../ui/icon.ts';
import { renderNotice } from '../../ui/notice.ts';

/** Screen readers do not read it each second: flow/announcements.ts announces it. */
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

/** Formats a duration as minutes and seconds, such as `4:05`. `format` is a BCP 47 tag. */
function formatDuration(ms: number, format: string): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const createFormat = (minimumIntegerDigits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(format, { minimumIntegerDigits });
  return `${createFormat(1).format(Math.floor(seconds / 60))}:${createFormat(2).format(seconds % 60)}`;
}
