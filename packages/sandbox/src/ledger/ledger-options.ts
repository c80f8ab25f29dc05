import type { DatabaseSync } from 'node:sqlite';
import type { ActiveScenarios } from '../scenarios.ts';

export interface LedgerOptions {
  readonly database: DatabaseSync;
  readonly scenarios: ActiveScenarios;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  /** The length of issued numbers. Default 25, like known gateways. */
  readonly numberLength?: number;
  /** Called after every change that may add a deadline or a callback. */
  readonly onChange: () => void;
  /** Milliseconds after which a refund that is processing resolves. Default 5 s. */
  readonly refundDelayMs?: number;
  /** Milliseconds after which a payout is approved automatically. Default: it waits for a decision. */
  readonly payoutDelayMs?: number | undefined;
  /** Milliseconds after which an authorisation ends and the held amount is released. Default 7 days. */
  readonly authorizationLifetimeMs?: number;
}
