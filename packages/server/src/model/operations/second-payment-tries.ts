import type { DueHook } from '../hook.ts';
import type { Operation } from './operation.ts';

const minuteMs = 60_000;
/** The pauses after each refusal. After the last one, a person decides at once. */
const pausesMs: readonly number[] = [minuteMs, 15 * minuteMs, 60 * minuteMs, 720 * minuteMs, 0];

/** The maximum number of tries of the automatic refund of a second payment. */
export const maxTries = pausesMs.length;

/** The start of the ids of tries. The id of an operator has no colon, so each refund with such an id was requested here. */
const idStart = 'second:';

/** Returns the call that makes a try. Its key is the id of the refund, so each try is sent once. */
export function createSecondRefundCall(reference: string, refusals: number, dueAt: number): DueHook {
  const key = `${idStart}${reference}:${refusals}`;
  const call = { name: 'refundSecondPayment', key, reference, reason: null, operationId: null } as const;
  return { ...call, state: 'due', attempts: 0, nextAttemptAt: dueAt };
}

/** True for a try of the automatic refund of a second payment. */
export function isTry({ id }: Pick<Operation, 'id'>): boolean {
  return id.startsWith(idStart);
}

/** True if the gateway or the provider has definitely not returned the money. */
export function isRefusal({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'refused' || state === 'failed';
}

/** Returns the call that follows the refusal of a try: it makes the next try, or reports that there is none. */
export function planNextTry(refund: Operation, now: number): DueHook | undefined {
  if (!isTry(refund) || !isRefusal(refund)) return undefined;
  const number = Number(refund.id.slice(refund.id.lastIndexOf(':') + 1));
  return createSecondRefundCall(refund.reference, number + 1, now + (pausesMs[number] ?? 0));
}
