import type { FailedCheck } from '../failures.ts';

/** The result of one check of `pgw doctor`. */
export interface Check {
  readonly name:
    'configuration' | 'gateway' | 'clock' | 'credentials' | 'signature' | 'channels' | 'card terms';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  /** How to fix the problem. */
  readonly remedy?: string | undefined;
  readonly exitCode?: FailedCheck['exitCode'] | undefined;
}
