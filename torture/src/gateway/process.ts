// A gateway in its own process. Every transaction of a load run is paid at this gateway.
import { createTransaction } from './payments.ts';
import { openRecordGateway } from './records.ts';

const count = Number(process.env['PGW_TORTURE_PAYMENTS']);
const url = await openRecordGateway(Array.from({ length: count }, (_, n) => createTransaction(n + 1)));
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (message === 'close') process.exit(0);
});
process.send?.({ url });
