import type { Operation } from './operation.ts';

const minuteMs = 60_000;
/** The pauses after each refusal. After the last one, the sweep reports at once that a person decides. */
const pausesMs: readonly number[] = [minuteMs, 15 * minuteMs, 60 * minuteMs, 720 * minuteMs, 0];

/** The maximum number of tries of the automatic refund of a second payment. */
export const maxTries = pausesMs.length;

const idStart = 'second:';
const waitIdEnd = ':wait';

/** Returns the id of a try. The id of an operator has no colon, so each refund with such an id was requested here. */
export function createTryId(reference: string, refusalCount: number): string {
  return `${idStart}${reference}:${refusalCount}`;
}

/** Returns the id of the operation that stores that the first try waits for another refund. It is never sent. */
export function createWaitId(reference: string): string {
  return `${idStart}${reference}${waitIdEnd}`;
}

/** True for a try of the automatic refund of a second payment, also for one that waits. */
export function isAutomatic({ id }: Pick<Operation, 'id'>): boolean {
  return id.startsWith(idStart);
}

/** True for a try of the automatic refund of a second payment that was sent. */
export function isTry(operation: Pick<Operation, 'id'>): boolean {
  return isAutomatic(operation) && !operation.id.endsWith(waitIdEnd);
}

/** True if the gateway or the provider has definitely not returned the money. */
export function isRefusal({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'refused' || state === 'failed';
}

/**
 * Returns when the sweep continues after the refusal of a try: it sends the next try, or reports that there is none. Store
 * the time in the write that stores the refusal. Returns null for every other operation.
 */
export function computeNextTryAt(operation: Pick<Operation, 'id' | 'state'>, now: number): number | null {
  if (!isTry(operation) || !isRefusal(operation)) return null;
  const refusalCount = Number(operation.id.slice(operation.id.lastIndexOf(':') + 1));
  return now + (pausesMs[refusalCount] ?? 0);
}
