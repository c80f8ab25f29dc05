import type { Finding } from './failures.ts';

/** One thing that was looked at. */
export interface Check {
  readonly name: 'configuration' | 'gateway' | 'clock' | 'credentials' | 'signature' | 'channels';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  /** How to fix it. */
  readonly remedy?: string | undefined;
  readonly exitCode?: Finding['exitCode'] | undefined;
}
