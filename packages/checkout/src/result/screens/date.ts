/**
 * Formats a date and its time in the shop's time zone (an IANA name). Returns a text that is not a date
 * unchanged. `format` is a BCP 47 tag.
 */
export function formatDate(text: string, format: string, timeZone: string | null): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const formatInZone = (zone: object): string =>
    new Intl.DateTimeFormat(format, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(date);
  try {
    return formatInZone(timeZone === null ? {} : { timeZone });
  } catch {
    // The browser does not know the time zone, so the date is shown in the time zone of the device.
    return formatInZone({});
  }
}
