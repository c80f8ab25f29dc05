/** The time zone of the shop. It has no daylight saving time, so its offset never changes. */
export const timeZone = 'Asia/Kuala_Lumpur';
const offset = '+08:00';
const dayMs = 24 * 60 * 60 * 1000;

const toMinute = new Intl.DateTimeFormat('en-MY', { dateStyle: 'medium', timeStyle: 'short', timeZone });
const toSecond = new Intl.DateTimeFormat('en-MY', { dateStyle: 'medium', timeStyle: 'medium', timeZone });
const toDay = new Intl.DateTimeFormat('en-MY', { day: 'numeric', month: 'short', timeZone });
const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
const isoMinute = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });

/** "14 Sept 2026, 2:32 pm", in the format of a language. */
export function formatDateTime(at: number, language = 'en-MY'): string {
  if (language === 'en-MY') return toMinute.format(at);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

/** "14 Sept 2026, 2:32:07 pm" */
export function formatExactTime(at: number): string {
  return toSecond.format(at);
}

/** "14 Sept" */
export function formatShortDay(at: number): string {
  return toDay.format(at);
}

/** The date of the shop as the value of a date field: "2026-09-14". */
export function toDateField(at: number): string {
  return isoDay.format(at);
}

/** The time of the shop as the value of a time field: "2026-09-14T14:32". */
export function toDateTimeField(at: number): string {
  return isoMinute.format(at).replace(' ', 'T');
}

/** The first millisecond of the day of a date field. Undefined for an invalid date. */
export function parseDayStart(field: string): number | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(field) ? instant(`${field}T00:00:00${offset}`) : undefined;
}

/** The last millisecond of the day. */
export function parseDayEnd(field: string): number | undefined {
  const start = parseDayStart(field);
  return start === undefined ? undefined : start + dayMs - 1;
}

/** The time of a time field in milliseconds. Undefined for an invalid time. */
export function parseDateTimeField(field: string): number | undefined {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(field) ? instant(`${field}${offset}`) : undefined;
}

function instant(text: string): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
