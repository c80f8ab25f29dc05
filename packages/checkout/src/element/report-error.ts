import { configurationCodes } from '../api/request.ts';
import type { FireEvent } from './events.ts';

/**
 * Fires `pgw-error`. A problem that only the shop's operator can fix is also logged, because shoppers see a text without the code.
 * `code` is the problem code of the server, which holds nothing secret.
 */
export function reportError(fire: FireEvent, code: string): void {
  fire('pgw-error', { code });
  if (!configurationCodes.includes(code)) return;
  // oxlint-disable-next-line no-console -- operators look for the reason in the console
  console.error(
    `pgw-checkout: the shop's server can't take payments (${code}). The server's log has the reason; see docs/errors.md.`,
  );
}
