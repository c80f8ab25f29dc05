import type { Tenant } from '../../options.ts';

/** Returns a function that is true for two times on the same day in the merchant's time zone. */
export function createSameDayCheck(tenant: Tenant | undefined): (a: number, b: number) => boolean {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: tenant?.timeZone ?? 'Asia/Kuala_Lumpur' });
  return (a, b) => format.format(a) === format.format(b);
}
