/**
 * Logs a problem that only the shop's operator can fix. `code` is the problem code of the server, which holds nothing secret.
 * Shoppers see a text without the code.
 */
export function logMisconfiguration(code: string): void {
  // oxlint-disable-next-line no-console -- operators look for the reason in the console
  console.error(
    `pgw-checkout: the shop's server can't take payments (${code}). The server's log has the reason; see docs/errors.md.`,
  );
}
