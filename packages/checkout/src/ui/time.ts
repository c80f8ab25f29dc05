/**
 * Formats a duration as minutes and seconds: `4:05`. A negative duration is `0:00`. `format` is a BCP 47 tag.
 */
export function formatDuration(ms: number, format: string): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const createFormat = (minimumIntegerDigits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(format, { minimumIntegerDigits });
  return `${createFormat(1).format(Math.floor(seconds / 60))}:${createFormat(2).format(seconds % 60)}`;
}
