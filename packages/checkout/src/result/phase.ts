import type { Phase } from '../state/checkout-state.ts';

export type ResultPhase = Extract<
  Phase,
  { name: 'redirecting' | 'interrupted' | 'phone' | 'result' | 'failed' }
>;

/** Returns null for a phase that the entry renders itself, such as a failed load. */
export function toResultPhase(phase: Phase): ResultPhase | null {
  switch (phase.name) {
    case 'failed':
      return phase.cause === 'load' ? null : phase;
    case 'redirecting':
    case 'interrupted':
    case 'phone':
    case 'result':
      return phase;
    case 'loading':
    case 'choosing':
    case 'submitting':
    case 'verifying':
      return null;
  }
}
