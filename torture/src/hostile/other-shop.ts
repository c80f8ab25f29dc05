import { defaultProfile, hmac } from '@pgw/protocol';
import { signatureMessageOfText } from '@pgw/protocol/internal';
import { createSandbox, defaultTenant } from '@pgw/sandbox';
import { z } from 'zod';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { createRandom } from '../random.ts';
import { openSandboxShop, postJson, type SandboxShop } from './sandbox-shop.ts';
import { createStartBody } from './target.ts';

export const otherShop: TortureCommand = {
  sentence:
    'Callbacks, returns and transactions of another shop of the merchant fulfil no order, block none and cannot be adopted for one.',
  flags: ['payments'],
  run,
};

const walletChannelId = 5;
const startedSchema = z.object({ payment: z.object({ reference: z.string() }) });

async function run({ seed, size, log }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 500, short: 5 });
  const random = createRandom(seed);
  const violations = new Violations();
  const fulfilled: string[] = [];
  // Callbacks of the sandbox go to shop B. The run sends them to shop A too.
  const sandbox = await createSandbox({ port: 0 });
  const options = { sandboxUrl: sandbox.url };
  const shopB = await openSandboxShop({ ...options, referenceMarks: { own: 'SB' } });
  const shopA = await openSandboxShop({
    ...options,
    referenceMarks: { own: 'SA', otherShops: ['SB'] },
    orderOfPayment: ({ matches }) => ['A1', 'A2'].find(matches),
    onPaid: ({ reference }) => void fulfilled.push(reference),
  });
  try {
    for (let n = 1; n <= payments; n += 1) {
      const order = `A${n}`;
      const { reference, transactionNumber } = await pay(shopB, order, (number) =>
        sandbox.decide(number, 'approve'),
      );
      await attack(shopA, { sandbox, reference, transactionNumber, order, random, violations });
      const start = await postJson(`${shopA.url}/pgw/payments`, createStartBody(order, walletChannelId));
      if (start.status !== 201)
        violations.add('an order is blocked', `${order}: ${JSON.stringify(start.body)}`);
    }
    if (fulfilled.length > 0) violations.add('an order was fulfilled', fulfilled.join(', '));
    log(`${payments} payments of another shop were sent to this one.`);
    return { figures: { 'payments of another shop': payments }, failures: violations.sentences() };
  } finally {
    await shopA.close();
    await shopB.close();
    await sandbox.close();
  }
}

async function pay(shop: SandboxShop, order: string, approve: (number: string) => unknown) {
  const response = await postJson(`${shop.url}/pgw/payments`, createStartBody(order, walletChannelId));
  const { reference } = startedSchema.parse(response.body).payment;
  const transactionNumber = (await shop.checkout.payments.find(reference))?.transactionNumber ?? '';
  approve(transactionNumber);
  return { reference, transactionNumber };
}

interface AttackOptions {
  readonly sandbox: Awaited<ReturnType<typeof createSandbox>>;
  readonly reference: string;
  readonly transactionNumber: string;
  readonly order: string;
  readonly random: ReturnType<typeof createRandom>;
  readonly violations: Violations;
}

/** Sends the genuine callback and the return of the other shop, and adopts its transaction. */
async function attack(
  shop: SandboxShop,
  { sandbox, reference, transactionNumber, order, random, violations }: AttackOptions,
): Promise<void> {
  const changed = random.pick([reference, reference.toLowerCase(), ` ${reference}`]);
  const returned = await fetch(
    `${shop.url}/pgw/return?${new URLSearchParams({ ReferenceCode: changed, TransactionNumber: transactionNumber })}`,
    { redirect: 'manual' },
  );
  if (returned.status >= 500) violations.add(`a return with status ${returned.status}`, reference);
  for (const { body, url } of sandbox.listCallbacks(transactionNumber)) {
    // The genuine callback was signed for the URL of the other shop. The second one is signed for this shop.
    for (const signedUrl of [url, `${shop.url}/pgw/callback`]) {
      const signature = hmac(signatureMessageOfText(signedUrl, body), defaultTenant.secretKey);
      const headers = {
        'content-type': 'application/json',
        [defaultProfile.headers.signature]: signature,
      };
      const response = await fetch(`${shop.url}/pgw/callback`, { method: 'POST', headers, body });
      await response.body?.cancel();
    }
  }
  for (const orderId of [undefined, order]) {
    const adopted = await shop.checkout.operator
      .adopt(transactionNumber, orderId === undefined ? {} : { orderId })
      .catch(() => undefined);
    if (adopted !== undefined) violations.add('a transaction of another shop was adopted', reference);
  }
}
