// A gateway in its own process, where every transaction of a load run is paid.
import { transactionOf } from '../payments.ts';
import { openRecords } from './records.ts';

const count = Number(process.env['PGW_TORTURE_PAYMENTS']);
const url = await openRecords(Array.from({ length: count }, (_, n) => transactionOf(n + 1)));
process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') process.exit(0);
});
process.send?.({ url });
