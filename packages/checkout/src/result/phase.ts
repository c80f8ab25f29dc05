import type { Phase } from '../state/checkout-state.ts';

export type ResultPhase = Extract<Phase, { name: 'interrupted' | 'phone' | 'result' | 'failed' }>;

/** Returns null for a phase that the entry renders itself, such as a failed load. */
export function toResultPhase(phase: Phase): ResultPhase | null {
  if (phase.name === 'failed') return phase.cause === 'load' ? null : phase;
  return phase.name === 'interrupted' || phase.name === 'phone' || phase.name === 'result' ? phase : null;
}
