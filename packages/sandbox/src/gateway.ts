import type { Ledger } from './ledger/ledger.ts';
import type { Tokens } from './ledger/tokens.ts';
import type { CallbackSender } from './callbacks.ts';
import type { Settings, Tenant } from './options.ts';
import type { Misbehaviour } from './scenarios.ts';

/** The parts of a running sandbox, as handlers and pages see them. */
export interface Gateway {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly tokens: Tokens;
  readonly callbacks: CallbackSender;
  readonly misbehaviour: Misbehaviour;
  /** Its own address, without a trailing slash; known once it listens. */
  readonly url: () => string;
}

/** The merchant of an id, or undefined. */
export function findTenant(gateway: Gateway, id: string): Tenant | undefined {
  return gateway.settings.tenants.find((tenant) => tenant.id === id);
}
