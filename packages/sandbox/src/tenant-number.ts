/** The merchant ID as the number in responses; null when it is not a number. */
export function tenantNumber(tenantId: string): number | null {
  const number = Number(tenantId);
  return /^\d+$/.test(tenantId) && Number.isSafeInteger(number) ? number : null;
}
