// embedded.test.ts runs this file as a separate process. It stores payments until it is killed, and prints
// the reference of each payment that is stored.
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { samplePayment } from './contract/sample-payment.ts';

const [file = '', prefix = ''] = process.argv.slice(2);
const store = embeddedStore({ file });
await store.open();
const note = { at: 1_000, source: 'start', kind: 'payment-created', text: 'Stored.' } as const;
for (let n = 0; ; n += 1) {
  const reference = `${prefix}-${n}`;
  await store.insert('payment', {
    payment: samplePayment({ reference, attempt: reference }),
    note: { ...note, reference },
  });
  writeSync(1, `${reference}\n`);
  // SQLite has no queue of writers. Two writers without pauses would block each other.
  await wait(2);
}
