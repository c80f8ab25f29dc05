/**
 * Tells whoever runs the shop, on the console, what only they can mend. The shopper reads no codes.
 * `code` is the server's problem code; it holds nothing secret.
 */
export function tellOperator(code: string): void {
  // oxlint-disable-next-line no-console -- the console is where they look, and nothing else here writes to it
  console.error(
    `pgw-checkout: the shop's server can't take payments (${code}). Its log says why; see docs/errors.md.`,
  );
}
