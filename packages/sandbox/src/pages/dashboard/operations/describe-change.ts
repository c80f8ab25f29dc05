import { paymentStatus } from '@pgw/protocol';
import type { Gateway } from '../../../gateway.ts';
import type { QueuedCallback } from '../../../ledger/tables.ts';
import { formatTime } from '../time.ts';

/**
 * Changes the status of a payment. Returns a sentence about its new status and its callback, or undefined when the
 * change was refused.
 */
export function describeChange(
  { ledger, settings }: Gateway,
  transactionNumber: string,
  change: () => boolean,
): string | undefined {
  const listCallbacks = (): QueuedCallback[] => ledger.callbacks.listBy({ transactionNumber });
  const oldCount = listCallbacks().length;
  if (!change()) return undefined;
  const payment = ledger.payments.find(transactionNumber);
  if (payment === undefined) return undefined;
  const { status, callbackUrl } = payment;
  const text = `The status is now ${status} (${paymentStatus(status).name}).`;
  if (callbackUrl === null) return `${text} No callback is sent, because the shop gave no URL for it.`;
  return `${text} ${describeCallbacks(listCallbacks().slice(oldCount), settings.now())}`;
}

/** Says what the scenarios do with the callback of a change. */
function describeCallbacks(callbacks: readonly QueuedCallback[], now: number): string {
  const [callback] = callbacks;
  if (callback === undefined) return 'A scenario loses the callback.';
  const time = callback.dueAt > now ? `will be sent at ${formatTime(callback.dueAt)}` : 'is being sent';
  const manner = callback.isWronglySigned ? ', wrongly signed by a scenario' : '';
  return `The callback ${time}${callbacks.length > 1 ? ', twice' : ''}${manner}.`;
}
