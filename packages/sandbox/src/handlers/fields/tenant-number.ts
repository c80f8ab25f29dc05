/** Converts a merchant ID to the number that responses contain. Returns null when the ID is not a number. */
export function toTenantNumber(tenantId: string): number | null {
  const number = Number(tenantId);
  return /^\d+$/.test(tenantId) && Number.isSafeInteger(number) ? number : null;
}
