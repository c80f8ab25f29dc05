/** The shop's own place: no daylight saving, so its offset is always the same. */
export const timeZone = 'Asia/Kuala_Lumpur';
const offset = '+08:00';
const dayMs = 24 * 60 * 60 * 1000;

const toMinute = new Intl.DateTimeFormat('en-MY', { dateStyle: 'medium', timeStyle: 'short', timeZone });
const toSecond = new Intl.DateTimeFormat('en-MY', { dateStyle: 'medium', timeStyle: 'medium', timeZone });
const toDay = new Intl.DateTimeFormat('en-MY', { day: 'numeric', month: 'short', timeZone });
const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
const isoMinute = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });

/** "14 Sept 2026, 2:32 pm", in the format of a language. */
export function dateAndTime(at: number, language = 'en-MY'): string {
  if (language === 'en-MY') return toMinute.format(at);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

/** "14 Sept 2026, 2:32:07 pm" */
export function exactTime(at: number): string {
  return toSecond.format(at);
}

/** "14 Sept" */
export function shortDay(at: number): string {
  return toDay.format(at);
}

/** The shop's date as a date field carries it: "2026-09-14". */
export function dayField(at: number): string {
  return isoDay.format(at);
}

/** The shop's time as a time field carries it: "2026-09-14T14:32". */
export function minuteField(at: number): string {
  return isoMinute.format(at).replace(' ', 'T');
}

/** The first millisecond of a date field's day; undefined for what is no date. */
export function dayStart(field: string): number | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(field) ? instant(`${field}T00:00:00${offset}`) : undefined;
}

/** The last millisecond of it. */
export function dayEnd(field: string): number | undefined {
  const start = dayStart(field);
  return start === undefined ? undefined : start + dayMs - 1;
}

/** The moment that a time field names; undefined for what is none. */
export function minuteStart(field: string): number | undefined {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(field) ? instant(`${field}${offset}`) : undefined;
}

function instant(text: string): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
