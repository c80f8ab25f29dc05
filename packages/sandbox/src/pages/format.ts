/** Formats a deadline for a shopper: `2:47 pm today`, or with the date when it is on another day. */
export function formatDeadline(time: number, { now, timeZone }: { now: number; timeZone: string }): string {
  const clock = new Intl.DateTimeFormat('en-MY', { timeZone, hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-MY', { timeZone, dateStyle: 'medium' });
  const isToday = day.format(time) === day.format(now);
  return `${clock.format(time)} ${isToday ? 'today' : day.format(time)}`.replaceAll('\u202F', '\u00A0');
}
