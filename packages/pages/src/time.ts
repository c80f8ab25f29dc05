/**
 * The time zone of the shop. It has no daylight saving time, so its offset never changes. All times in this
 * module are in milliseconds since the Unix epoch.
 */
export const timeZone = 'Asia/Kuala_Lumpur';
const utcOffset = '+08:00';
const dayMs = 24 * 60 * 60 * 1000;

const formats = {
  minute: { dateStyle: 'medium', timeStyle: 'short', timeZone },
  second: { dateStyle: 'medium', timeStyle: 'medium', timeZone },
  day: { day: 'numeric', month: 'short', timeZone },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
const createdFormats = new Map<string, Intl.DateTimeFormat>();

function format(at: number, name: keyof typeof formats, language: string): string {
  const key = `${name} ${language}`;
  const created = createdFormats.get(key) ?? new Intl.DateTimeFormat(language, formats[name]);
  createdFormats.set(key, created);
  return created.format(at);
}

// Swedish dates have the ISO format, such as 2026-09-14.
const isoDayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
const isoMinuteFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone,
});

/** Formats a date and time in a language. In English: "14 Sept 2026, 2:32 pm". */
export function formatDateTime(at: number, language = 'en-MY'): string {
  return format(at, 'minute', language);
}

/** Formats a date and time with seconds: "14 Sept 2026, 2:32:07 pm". */
export function formatExactTime(at: number, language = 'en-MY'): string {
  return format(at, 'second', language);
}

/** Formats a day without the year: "14 Sept". */
export function formatShortDay(at: number, language = 'en-MY'): string {
  return format(at, 'day', language);
}

/** Formats a day as the value of an `<input type="date">`: "2026-09-14". */
export function toDateField(at: number): string {
  return isoDayFormat.format(at);
}

/** Formats a time as the value of an `<input type="datetime-local">`: "2026-09-14T14:32". */
export function toDateTimeField(at: number): string {
  return isoMinuteFormat.format(at).replace(' ', 'T');
}

/** Returns the first millisecond of the day in a date field. Undefined for an invalid date. */
export function parseDayStart(field: string): number | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(field) ? parseTime(`${field}T00:00:00${utcOffset}`) : undefined;
}

/** Returns the last millisecond of the day in a date field. Undefined for an invalid date. */
export function parseDayEnd(field: string): number | undefined {
  const start = parseDayStart(field);
  return start === undefined ? undefined : start + dayMs - 1;
}

/** Parses the value of a date and time field. Undefined for an invalid time. */
export function parseDateTimeField(field: string): number | undefined {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(field) ? parseTime(`${field}${utcOffset}`) : undefined;
}

function parseTime(text: string): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
