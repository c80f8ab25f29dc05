import type { DatabaseSync } from 'node:sqlite';
import type { Misbehaviour } from '../scenarios.ts';

export interface LedgerOptions {
  readonly database: DatabaseSync;
  readonly misbehaviour: Misbehaviour;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  /** Length of the numbers that are issued. Default 25, as known gateways issue them. */
  readonly numberLength?: number;
  /** Called after a change that may bring a deadline or a callback nearer. */
  readonly onChange: () => void;
  /** After that long a refund that is processing resolves. Default 5 s. */
  readonly refundDelayMs?: number;
  /** After that long a payout approves itself. Default: it waits for a person. */
  readonly payoutDelayMs?: number | undefined;
  /** After that long an authorisation ends, and what is held goes back. Default 7 days. */
  readonly authorizationLifetimeMs?: number;
}
