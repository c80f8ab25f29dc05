import type { Gateway } from '../../../gateway.ts';
import type { QueuedCallback } from '../../../ledger/rows.ts';

/** Sends a callback again, as a new callback with the same body. */
export function resendCallback({ ledger, callbacks, settings }: Gateway, callback: QueuedCallback): void {
  const { transactionNumber, tenantId, url, body, status, isWronglySigned } = callback;
  ledger.callbacks.insert({
    transactionNumber,
    tenantId,
    url,
    body,
    status,
    isWronglySigned,
    dueAt: settings.now(),
  });
  callbacks.sendDue();
}
