import { createSandbox, type Sandbox, allTestCards } from '@pgw/sandbox';
import type { CardDetails, CardKey } from '@pgw/protocol';
import { z } from 'zod';
import { sealCard } from '../../../packages/server/test/seal-card.ts';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { createRandom } from '../random.ts';
import { openSandboxShop, postJson, type SandboxShop } from './sandbox-shop.ts';
import { createStartBody } from './target.ts';

export const cardKeys: TortureCommand = {
  sentence:
    'A card that is encrypted with an expired or foreign key, sent twice, or saved by another customer is never charged.',
  flags: ['rounds'],
  run,
};

/** The id of the sandbox's card channel. */
const cardChannelId = 4;
const expiryMs = 60 * 60 * 1000;

interface Context {
  readonly sandbox: Sandbox;
  readonly shop: SandboxShop;
  /** Another shop of the same merchant, with its own store. */
  readonly otherShop: SandboxShop;
  readonly clock: { aheadMs: number };
  readonly violations: Violations;
}

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const rounds = size('rounds', { long: 200, short: 3 });
  const random = createRandom(seed);
  const sandbox = await createSandbox({ port: 0, callbackRetryMs: [50] });
  const clock = { aheadMs: 0 };
  const options = {
    sandboxUrl: sandbox.url,
    now: () => Date.now() + clock.aheadMs,
    cards: {
      resolveCustomer: (request: { get(name: string): string | undefined }) =>
        request.get('x-customer') ?? null,
      limits: { perAddress: 1_000_000, perOrder: 1_000_000 },
    },
  };
  const shop = await openSandboxShop(options);
  const otherShop = await openSandboxShop(options);
  const context = { sandbox, shop, otherShop, clock, violations: new Violations() };
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const attack of random.shuffled(attacks)) await attack(context, round);
    log(`${rounds} rounds of ${attacks.length} attacks were sent.`);
    return {
      figures: { attacks: rounds * attacks.length },
      failures: context.violations.sentences(),
    };
  } finally {
    await shop.close();
    await otherShop.close();
    await sandbox.close();
  }
}

const startSchema = z.object({
  payment: z.object({ reference: z.string() }),
  redirect: z.object({
    key: z.object({ kid: z.string(), x: z.string(), y: z.string(), expiresAt: z.string() }),
  }),
});

interface Started {
  readonly reference: string;
  readonly key: CardKey;
}

let orders = 0;

async function start(shop: SandboxShop): Promise<Started> {
  orders += 1;
  const response = await postJson(`${shop.url}/pgw/payments`, createStartBody(`A${orders}`, cardChannelId));
  const { payment, redirect } = startSchema.parse(response.body);
  return { reference: payment.reference, key: redirect.key };
}

const card: CardDetails = {
  number: allTestCards.find(({ outcome, brand }) => outcome === 'approved' && brand === 'visa')?.number ?? '',
  expiryMonth: '12',
  expiryYear: '2039',
  holderName: 'Aminah',
  securityCode: '123',
};

async function send(
  shop: SandboxShop,
  {
    reference,
    jwe,
    customer,
    save = false,
  }: { reference: string; jwe: string; customer?: string; save?: boolean },
) {
  const headers: Record<string, string> = customer === undefined ? {} : { 'x-customer': customer };
  return postJson(`${shop.url}/pgw/payments/${reference}/card`, JSON.stringify({ card: jwe, save }), headers);
}

/** Adds a violation if the card of this payment was charged. */
async function requireNotCharged(context: Context, kind: string, reference: string): Promise<void> {
  const { sandbox, shop, violations } = context;
  const payment = await shop.checkout.payments.get(reference);
  const status = sandbox.findPayment(payment?.transactionNumber ?? reference)?.status ?? 0;
  if (payment?.state === 'paid' || status === 1) violations.add(`a card was charged: ${kind}`, reference);
}

type Attack = (context: Context, round: number) => Promise<void>;

/** The key expires before the card is sent. */
const sendWithExpiredKey: Attack = async (context) => {
  const started = await start(context.shop);
  context.clock.aheadMs += expiryMs;
  await send(context.shop, { reference: started.reference, jwe: sealCard(card, started) });
  await requireNotCharged(context, 'expired key', started.reference);
};

/** The expiry time in the key id is replaced by a later one. */
const extendKey: Attack = async (context) => {
  const started = await start(context.shop);
  context.clock.aheadMs += expiryMs;
  const [period = '', round = ''] = started.key.kid.split('.');
  const kid = [period, round, (Date.now() + context.clock.aheadMs + expiryMs).toString(36)].join('.');
  const jwe = sealCard(card, { ...started, key: { ...started.key, kid } });
  await send(context.shop, { reference: started.reference, jwe });
  await requireNotCharged(context, 'key with a changed expiry time', started.reference);
};

/** The key belongs to a payment of another shop, or to another payment of the same shop. */
const sendWithForeignKeys: Attack = async (context) => {
  const started = await start(context.shop);
  for (const foreign of [await start(context.otherShop), await start(context.shop)]) {
    const { reference } = started;
    await send(context.shop, { reference, jwe: sealCard(card, { reference, key: foreign.key }) });
    await send(context.shop, { reference, jwe: sealCard(card, foreign) });
  }
  await requireNotCharged(context, 'foreign key', started.reference);
};

/** A card that was charged is sent again, to its payment and to another one. */
const replayCard: Attack = async (context) => {
  const { shop, violations } = context;
  const started = await start(shop);
  const jwe = sealCard(card, started);
  const sentBefore = shop.countRequests('processPayment');
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => send(shop, { reference: started.reference, jwe })),
  );
  await send(shop, { reference: started.reference, jwe });
  const sent = shop.countRequests('processPayment') - sentBefore;
  if (sent !== 1)
    violations.add(
      'a card was not sent to the gateway exactly once',
      `${started.reference}: ${sent} requests`,
    );
  const accepted = responses.filter(({ status }) => status === 200).length;
  if (accepted === 0) violations.add('no genuine card was accepted', JSON.stringify(responses[0]?.body));
  const other = await start(shop);
  await send(shop, { reference: other.reference, jwe });
  await requireNotCharged(context, 'replay at another payment', other.reference);
};

/** A customer and a guest pay with the saved card of another customer. */
const useForeignSavedCard: Attack = async (context, round) => {
  const { shop, violations } = context;
  const owner = `owner-${round}`;
  const first = await start(shop);
  await send(shop, { reference: first.reference, jwe: sealCard(card, first), customer: owner, save: true });
  const [saved] = await shop.checkout.savedCards.list(owner);
  if (saved === undefined) return violations.add('the card of the owner was not saved', owner);
  const details = { savedCardId: saved.id, securityCode: '123' };
  for (const customer of [`other-${round}`, '', '%', `${owner}\u0000`.slice(0, -1) + 'x']) {
    const started = await start(shop);
    const jwe = sealCard(details, started);
    await send(shop, { reference: started.reference, jwe, ...(customer !== '' && { customer }) });
    await requireNotCharged(context, `saved card of another customer by "${customer}"`, started.reference);
    if (await shop.checkout.savedCards.delete(customer, saved.id))
      violations.add('a saved card was deleted by another customer', customer);
  }
  if ((await shop.checkout.savedCards.list(owner)).length !== 1)
    violations.add('the owner has no longer one saved card', owner);
};

const attacks: readonly Attack[] = [
  sendWithExpiredKey,
  extendKey,
  sendWithForeignKeys,
  replayCard,
  useForeignSavedCard,
];
