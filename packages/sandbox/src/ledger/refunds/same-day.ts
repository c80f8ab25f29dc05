import type { Tenant } from '../../options.ts';

export function createSameDayCheck(tenant: Tenant | undefined): (a: number, b: number) => boolean {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: tenant?.timeZone ?? 'Asia/Kuala_Lumpur' });
  return (a, b) => format.format(a) === format.format(b);
}
