import { paymentStatus } from '@pgw/protocol';
import { isKnownPaymentStatus } from '@pgw/protocol/internal';
import type { DueCallback } from '../model/ports/store.ts';
import type { Note } from '../model/payments/timeline.ts';

/** The callbacks that an update ends. */
interface EndedCallbacks {
  readonly callbacks?: readonly DueCallback[];
}

/** Returns the ids of the callbacks. */
export function getCallbackIds({ callbacks = [] }: EndedCallbacks): string[] {
  return callbacks.map(({ id }) => id);
}

/** Creates timeline entries for the callbacks, with the time of their arrival. */
export function createCallbackNotes({ callbacks = [] }: EndedCallbacks): Note[] {
  return callbacks.map(({ reference, receivedAt, status }) => {
    const statusName = isKnownPaymentStatus(status) ? paymentStatus(status).name : `status ${status}`;
    const text = `Callback received: ${statusName} (signature valid).`;
    return { reference, at: receivedAt, source: 'callback', kind: 'callback-received', text };
  });
}
