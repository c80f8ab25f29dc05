// A shop whose libraries add members to every object. The test runs it in a process of its own, because the members
// would also change the test runner.
import { openShop } from './shop.ts';

const members: Readonly<Record<string, unknown>> = {
  aFunction: () => 1,
  aText: 'text',
  aNumber: 5,
  anObject: { status: 1 },
  anArray: ['referenceCode'],
  nothing: null,
};
for (const [name, value] of Object.entries(members))
  Reflect.defineProperty(Object.prototype, name, { value, enumerable: true, writable: true });

const shop = await openShop();
const session = await shop.fetch('/pgw/session?order=A1');
const payment = await shop.startPayment({ order: 'A1' });
shop.sandbox.decide(payment.transactionNumber, 'approve');
while (shop.fulfilledReferences.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
const status = await shop.fetch(`/pgw/payments/${payment.reference}`);
const { state } = (await status.json()) as { state: string };
const changes = shop.eventsNamed('app-changes-responses').map((event) => event.changes);
process.stdout.write(JSON.stringify({ session: session.status, state, changes }));
await shop.close();
