import type { ActivityLog } from './activity/activity-log.ts';
import type { ClockControls } from './clock.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Tokens } from './ledger/tokens.ts';
import type { CallbackSender } from './callbacks/callback-sender.ts';
import type { Settings, Tenant } from './options.ts';
import type { ActiveScenarios } from './scenarios/active-scenarios.ts';

/** The services of a running sandbox that handlers and pages use. */
export interface Gateway {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly activity: ActivityLog;
  readonly clock: ClockControls;
  readonly tokens: Tokens;
  readonly callbacks: CallbackSender;
  readonly scenarios: ActiveScenarios;
  /** Deletes everything that happened. See `ResetControls.reset`. */
  readonly reset: () => Promise<void>;
  /** Returns the URL of the sandbox without a trailing slash. The URL is empty until the sandbox listens. */
  readonly url: () => string;
}

export function findTenant(gateway: Gateway, id: string): Tenant | undefined {
  return gateway.settings.tenants.find((tenant) => tenant.id === id);
}

/** Ends all tokens: the next signed request of every client gets HTTP 401. */
export function expireTokens({ tokens, activity }: Gateway): void {
  tokens.expireAll();
  activity.add({ kind: 'control', data: { control: 'tokens-expired', scenario: null, advancedMs: null } });
}
