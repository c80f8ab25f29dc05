import type * as advice from './advice.ts';

/** Brings what is said to the developer of a shop. */
export function loadAdvice(): Promise<typeof advice> {
  return import('./advice.ts');
}
