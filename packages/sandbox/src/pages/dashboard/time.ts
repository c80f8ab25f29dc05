import { html, type Html } from '../html.ts';

/** A time to the second, in the zone of this machine; UTC with milliseconds on hover. */
export function timeView(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${timeText(time)}</time>`;
}

/** With its date, where that is not today's. */
export function timeText(time: number, now: number = Date.now()): string {
  const [date, clock] = [new Date(time), new Date(time).toTimeString().slice(0, 8)];
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? clock : `${date.toLocaleDateString('en-CA')} ${clock}`;
}
