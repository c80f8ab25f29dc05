/** Date and time in the shop's time zone (IANA). A text that is not a date is returned as it is. `format` is a BCP 47 tag. */
export function formatDate(text: string, format: string, timeZone: string | null): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const inZone = (zone: object): string =>
    new Intl.DateTimeFormat(format, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(date);
  try {
    return inZone(timeZone === null ? {} : { timeZone });
  } catch {
    // The browser does not know the time zone: the date is shown in that of the device.
    return inZone({});
  }
}
