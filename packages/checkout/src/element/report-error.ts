import { isConfigurationProblem } from '../api/problems.ts';
import type { FireEvent } from './events.ts';

/** Fires `pgw-error`, and logs a problem that only the operator of the shop can fix. `code` has no secret. */
export function reportError(fire: FireEvent, code: string): void {
  fire('pgw-error', { code });
  if (!isConfigurationProblem(code)) return;
  // oxlint-disable-next-line no-console -- operators look for the reason in the console
  console.error(
    `pgw-checkout: the shop's server can't take payments (${code}). The server's log has the reason; see https://pgw-js.github.io/pgw/errors.`,
  );
}
