import type { DatabaseSync } from 'node:sqlite';
import type { ActiveScenarios } from '../active-scenarios.ts';
import type { SandboxPreset } from '../presets.ts';

/** The options and services of a ledger. */
export interface LedgerOptions {
  readonly database: DatabaseSync;
  readonly scenarios: ActiveScenarios;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  /** The number of characters of issued numbers. Default 25, like known gateways. */
  readonly numberLength?: number | undefined;
  /** Default `observed`. */
  readonly preset?: SandboxPreset | undefined;
  /** Called after every change that may add a deadline or a callback. */
  readonly onChange: () => void;
  /** Milliseconds until a refund in status 12 (processing) gets its result. Default 5 s. */
  readonly refundDelayMs?: number | undefined;
  /** Milliseconds after which a payout is approved automatically. Default: a payout waits for a decision. */
  readonly payoutDelayMs?: number | undefined;
  /** Milliseconds after which an authorization ends and the held amount is released. Default 7 days. */
  readonly authorizationLifetimeMs?: number | undefined;
}
