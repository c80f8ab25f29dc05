// A gateway in a process of its own, where every transaction of a load run is paid.
import { transactionOf } from '../payments.ts';
import { openGateway } from './gateway.ts';

const gateway = await openGateway();
for (let n = 1; n <= Number(process.env['PGW_TORTURE_PAYMENTS']); n += 1) gateway.put(transactionOf(n));
process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') process.disconnect();
});
process.send?.({ url: gateway.url });
