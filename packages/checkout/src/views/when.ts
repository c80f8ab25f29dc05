import type { Localize } from '../controllers/localize.ts';

/** Time left as minutes and seconds, `4:05`; never less than `0:00`. */
export function clock({ format }: Localize, leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const digits = (minimumIntegerDigits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(format, { minimumIntegerDigits });
  return `${digits(1).format(Math.floor(seconds / 60))}:${digits(2).format(seconds % 60)}`;
}

/** Date and time as shoppers write them, in the shop's time zone (IANA); what is no date is shown as it came. */
export function date({ format }: Localize, iso: string, timeZone: string | null = null): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const write = (zone: object): string =>
    new Intl.DateTimeFormat(format, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(at);
  try {
    return write(timeZone === null ? {} : { timeZone });
  } catch {
    // A zone this browser does not know: the device's own is the next best.
    return write({});
  }
}
