// Shops in which a library has added a member of the checkout's own data to every object, one shop for each member and
// value: the members in the arguments, or else all members of the schemas. A process of its own runs them, because the members would also change the test runner. It prints the members
// with which a shop differs from a shop without them.
import { request as sendRequest } from 'node:http';
import { endpoints } from '@pgw/protocol';
import { z } from 'zod';
import { cardOptionsSchema } from '../src/cards/card-options.ts';
import { optionsSchema } from '../src/options/schema.ts';
import { orderSchema } from '../src/model/payments/order.ts';
import { isNightly } from '../../../scripts/nightly.ts';
import { createStartRequest, openShop } from './shop.ts';

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
    const readJson = async (path: string): Promise<Record<string, unknown>> =>
      JSON.parse((await send(`${shop.url}${path}`)).text) as Record<string, unknown>;
    const { order, mode, channels, expiresAt, openPayment } = await readJson('/pgw/session?order=A1');
    const { banks } = await readJson('/pgw/channels/2/banks?order=A1');
    const started = await send(`${shop.url}/pgw/payments`, createStartRequest());
    const refused = await send(`${shop.url}/pgw/payments`, { order: 'A1' });
    if (started.status !== 201) throw new Error(`${refused.status}, ${started.text}`);
    const { payment, redirect } = startedSchema.parse(JSON.parse(started.text));
    shop.sandbox.decide(payment.transactionNumber, 'approve');
    await shop.checkout.payments.sync(payment.reference);
    await shop.checkout.sweep();
    const { state } = await readJson(`/pgw/payments/${payment.reference}`);
    const session = { order, mode, channels, expiresAt, openPayment };
    const paid = {
      id: payment.order.id,
      redirect: redirect.type,
      state,
      count: shop.fulfilledReferences.length,
      refused: refused.status,
    };
    return JSON.stringify({ session, banks, paid }).replaceAll(/127\.0\.0\.1:\d+/g, 'host');
  } finally {
    await shop.close();
  }
}

const startedSchema = z.object({
  payment: z.object({
    reference: z.string(),
    transactionNumber: z.string(),
    order: z.object({ id: z.string() }),
  }),
  redirect: z.object({ type: z.string() }),
});

/** Sends a GET, or a POST with a body. `fetch` is not used, because some members change it. */
function send(
  url: string,
  body?: object,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = sendRequest(
      url,
      { method: body === undefined ? 'GET' : 'POST', headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, text: String(Buffer.concat(chunks)) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The values of a member, and whether loops visit it. */
const variants: readonly (readonly [value: unknown, enumerable: boolean])[] = [
  ['text', true],
  [5, true],
  [() => 1, true],
  [{ id: 1 }, true],
  ['text', false],
  [5, false],
];
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
for (const [index, name] of names.entries()) {
  // Of many members, each has one value in turn, except in the nightly run.
  const tried =
    isNightly || otherNames.length === 0 ? variants : variants.slice(index % variants.length).slice(0, 1);
  for (const [value, enumerable] of tried) {
    Reflect.defineProperty(Object.prototype, name, {
      value,
      enumerable,
      configurable: true,
      writable: true,
    });
    const found = await useShop().catch((error: unknown) => String(error));
    Reflect.deleteProperty(Object.prototype, name);
    if (found !== expected)
      differences.push(`${name} (${typeof value}, ${enumerable ? 'enumerable' : 'hidden'}): ${found}`);
  }
}
// A shop that could not be opened may keep the process alive.
process.stdout.write(JSON.stringify(differences), () => process.exit());
