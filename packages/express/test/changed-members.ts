// Shops in which a library has added a member of the checkout's own data to every object, one shop for each member and
// value: the members in the arguments, or else all members of the schemas. A process of its own runs them, because the members would also change the test runner. It prints the members
// with which a shop differs from a shop without them.
import { endpoints } from '@pgw/protocol';
import { z } from 'zod';
import { cardOptionsSchema } from '../src/options/card-options.ts';
import { optionsSchema } from '../src/options/settings.ts';
import { orderSchema } from '../src/payments/order.ts';
import { openShop, type Shop } from './shop.ts';

/** Returns the names of all members of a schema, at every depth. */
function listNames(schema: z.ZodType): string[] {
  const names = new Set<string>();
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const name of Object.keys(jsonSchema.properties ?? {})) names.add(name);
    },
  });
  return [...names];
}

/** Starts and pays a payment. Returns what a shopper sees, without the values that differ between two shops. */
async function useShop(): Promise<string> {
  const shop = await openShop();
  try {
    const { order, mode, channels, expiresAt, openPayment } = await readJson(shop, '/pgw/session?order=A1');
    const { banks } = await readJson(shop, '/pgw/channels/2/banks?order=A1');
    const started = await shop.startPayment({ order: 'A1' });
    shop.sandbox.decide(started.transactionNumber, 'approve');
    await shop.checkout.payments.settle(started.reference);
    await shop.checkout.payments.sweep();
    const { state, bank } = await readJson(shop, `/pgw/payments/${started.reference}`);
    const headers = { 'content-type': 'application/json' };
    const refused = await shop.fetch('/pgw/payments', { method: 'POST', headers, body: '{"order":"A1"}' });
    const session = { order, mode, channels, expiresAt, openPayment };
    const paid = {
      id: started.order.id,
      redirect: started.redirect.type,
      state,
      bank,
      count: shop.fulfilledReferences.length,
      refused: refused.status,
    };
    return JSON.stringify({ session, banks, paid }).replaceAll(/127\.0\.0\.1:\d+/g, 'host');
  } finally {
    await shop.close();
  }
}

async function readJson(shop: Shop, path: string): Promise<Record<string, unknown>> {
  return (await (await shop.fetch(path)).json()) as Record<string, unknown>;
}

const values: readonly unknown[] = ['text', 5, () => 1, { id: 1 }];
const schemas = [
  optionsSchema,
  cardOptionsSchema,
  orderSchema,
  ...Object.values(endpoints).flatMap(({ request, response }) => [request, response]),
];
const [firstName, ...otherNames] = process.argv.slice(2);
const names = firstName === undefined ? [...new Set(schemas.flatMap(listNames))] : [firstName, ...otherNames];
const expected = await useShop();
const differences: string[] = [];
for (const name of names) {
  for (const value of values) {
    Reflect.defineProperty(Object.prototype, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    const found = await useShop().catch((error: unknown) => String(error));
    Reflect.deleteProperty(Object.prototype, name);
    if (found !== expected) differences.push(`${name} (${typeof value}): ${found}`);
  }
}
// A shop that could not be opened may keep the process alive.
process.stdout.write(JSON.stringify(differences), () => process.exit());
