import { html, type Html } from '@pgw/protocol/html';

/** Renders a time with seconds in the time zone of this machine. The tooltip shows UTC with milliseconds. */
export function renderTime(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${formatTime(time)}</time>`;
}

/** Renders a time with milliseconds, in the time zone of this machine. The tooltip shows UTC. */
export function renderExactTime(time: number): Html {
  const iso = new Date(time).toISOString();
  const milliseconds = String(time % 1000).padStart(3, '0');
  return html`<time datetime="${iso}" title="${iso}">${formatTime(time)}.${milliseconds}</time>`;
}

/** Formats a time with seconds, and with the date when it is not today. */
export function formatTime(time: number, now: number = Date.now()): string {
  const date = new Date(time);
  const timeOfDay = date.toTimeString().slice(0, 8);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? timeOfDay : `${date.toLocaleDateString('en-CA')} ${timeOfDay}`;
}
