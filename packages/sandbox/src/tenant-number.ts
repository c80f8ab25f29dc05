/** A merchant ID as the number that answers carry; null for one that is no number. */
export function tenantNumber(tenantId: string): number | null {
  const number = Number(tenantId);
  return /^\d+$/.test(tenantId) && Number.isSafeInteger(number) ? number : null;
}
