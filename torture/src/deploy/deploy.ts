import { createServer, request as sendRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createSandbox } from '@pgw/sandbox/testing';
import { listen, stopServer } from '../network/server.ts';
import { withPostgres } from '../postgres.ts';
import { createRandom, type Random } from '../random.ts';
import { queryRows } from '../shop/storage.ts';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { deploy, price, type DeployedShop, type DeployOptions } from './deployed-shop.ts';

export const deployCommand: TortureCommand = {
  sentence:
    'While an old and a new version of a shop run on one PostgreSQL, each outcome is handled once, by a process that has its hook.',
  flags: ['payments'],
  run: runDeploy,
};

const hourMs = 3_600_000;
const channelId = 5;

/** The payments of one phase of the deployment. */
interface Phase {
  readonly paid: readonly string[];
  readonly ended: readonly string[];
  readonly refunded: readonly string[];
}

/** The calls of the hooks, by `<hook> <reference>`. */
class Effects {
  readonly #counts = new Map<string, number>();
  readonly record = (name: string, reference: string): void => {
    const key = `${name} ${reference}`;
    this.#counts.set(key, this.count(name, reference) + 1);
  };
  count(name: string, reference: string): number {
    return this.#counts.get(`${name} ${reference}`) ?? 0;
  }
}

async function runDeploy({ seed, size, log }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 300, short: 12 });
  const violations = new Violations();
  const random = createRandom(seed);
  await withPostgres(async (storage) => {
    // A process refuses the callbacks of the other path, so that some are sent several times.
    const sandbox = await createSandbox({ callbackRetryMs: Array<number>(16).fill(100) });
    const balancer = await openBalancer(random);
    try {
      const run = { sandbox, balancer, random, violations, databaseUrl: storage.url, payments, log };
      const oldVersion = await replaceVersion(run);
      await queryRows(storage, "insert into pgw_migrations (name) values ('9999-newer')");
      await expectRefusal(oldVersion, violations);
    } finally {
      await balancer.close();
      await sandbox.close();
    }
  });
  return { figures: { 'payments in each of three phases': payments }, failures: violations.sentences() };
}

interface Run extends Pick<RunOptions, 'log'>, Pick<DeployOptions, 'sandbox' | 'databaseUrl'> {
  readonly balancer: Balancer;
  readonly random: Random;
  readonly violations: Violations;
  readonly payments: number;
}

/** Starts a process with the old version. */
type DeployAgain = () => Promise<DeployedShop>;

/** Replaces the old version of the shop by the new one, which renames the path, adds a hook and removes another one. */
async function replaceVersion(run: Run): Promise<DeployAgain> {
  const { sandbox, balancer, databaseUrl, violations, log, payments } = run;
  const effects = new Effects();
  let offsetMs = 0;
  const options: DeployOptions = {
    sandbox,
    databaseUrl,
    publicUrl: balancer.url,
    now: () => Date.now() + offsetMs,
    onPaid: (reference) => effects.record('onPaid', reference),
  };
  const deployOld: DeployAgain = () =>
    deploy(
      {
        mountPath: '/pgw',
        hooks: { onRefunded: (refund) => effects.record('onRefunded', refund.reference) },
      },
      options,
    );
  const deployNew = () =>
    deploy(
      { mountPath: '/pay', hooks: { onEnded: ({ reference }) => effects.record('onEnded', reference) } },
      options,
    );
  const expectCalls = (name: string, references: readonly string[], expected: number): void => {
    for (const reference of references) {
      const count = effects.count(name, reference);
      if (count !== expected)
        violations.add(`${name} not called ${expected} times`, `${reference}: ${count}`);
    }
  };
  const runPhase = (name: string, shops: readonly [DeployedShop, ...DeployedShop[]]): Promise<Phase> => {
    log(`${payments} payments: ${name}.`);
    balancer.use(shops);
    return runPayments(run, name, shops);
  };
  const old = await deployOld();
  const before = await runPhase('before', [old]);
  const next = await deployNew();
  const during = await runPhase('during', [old, next]);
  balancer.use([next]);
  await old.close();
  const after = await runPhase('after', [next]);
  expectCalls('onPaid', [...before.paid, ...during.paid, ...after.paid], 1);
  // The hook was added later, so it gets no old calls.
  expectCalls('onEnded', before.ended, 0);
  expectCalls('onEnded', [...during.ended, ...after.ended], 1);
  expectCalls('onRefunded', before.refunded, 1);
  // Within a day after the last process with the hook, its calls wait for a process that has it.
  expectCalls('onRefunded', after.refunded, 0);
  offsetMs += 2 * hourMs;
  await next.checkout.sweep();
  const reported = next.events.filter(({ event }) => event === 'hook-unavailable').length;
  if (reported !== 1) violations.add('calls that no process can make are not one event', String(reported));
  const again = await deployOld();
  // A refund can be compared a minute after its callback, when the old processes have ended.
  const refunded = [...during.refunded, ...after.refunded];
  await waitFor(again, () => refunded.every((one) => effects.count('onRefunded', one) > 0));
  expectCalls('onRefunded', refunded, 1);
  await again.close();
  await next.close();
  return deployOld;
}

/** The tables of a newer version are refused at boot. */
async function expectRefusal(deployOld: DeployAgain, violations: Violations): Promise<void> {
  const refusal = await deployOld().then(
    async (shop) => {
      await shop.close();
      return 'it boots';
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (!/made by a newer version .*9999-newer/.test(refusal))
    violations.add('the tables of a newer version are not refused with a sentence', refusal);
}

/** Pays, declines and refunds payments through the load balancer, and waits until each is handled. */
async function runPayments(
  { sandbox, random, payments }: Run,
  name: string,
  shops: readonly [DeployedShop, ...DeployedShop[]],
): Promise<Phase> {
  const phase = { paid: [] as string[], ended: [] as string[], refunded: [] as string[] };
  for (let n = 0; n < payments; n += 1) {
    const shop = random.pick(shops);
    const { reference, transactionNumber } = await start(shop, `${name}-${n}`);
    const isPaid = n % 3 !== 0;
    sandbox.decide(transactionNumber, isPaid ? 'approve' : 'decline', { callback: 'now' });
    (isPaid ? phase.paid : phase.ended).push(reference);
    if (n % 3 !== 1) continue;
    // Any process may learn of a refund that was made elsewhere.
    await sandbox.waitForCallbacks();
    await waitFor(shop, async () => (await shop.checkout.payments.get(reference))?.state === 'paid');
    sandbox.refundPayment(transactionNumber, { callback: 'now' });
    phase.refunded.push(reference);
  }
  await sandbox.waitForCallbacks();
  const [first] = shops;
  await waitFor(first, async () => {
    const open = await first.checkout.payments.list({ states: ['open', 'created', 'refunding'] });
    const due = await first.checkout.payments.list({ fulfillments: ['due'] });
    return open.length + due.length === 0;
  });
  for (let round = 0; round < 3; round += 1) for (const shop of shops) await shop.checkout.sweep();
  return phase;
}

/** Starts a payment in one process. Its callback goes through the load balancer. */
async function start(
  { url, mountPath }: DeployedShop,
  order: string,
): Promise<{ readonly reference: string; readonly transactionNumber: string }> {
  const response = await fetch(`${url}${mountPath}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order,
      channelId,
      shownAmount: price.amount,
      shownCurrencyCode: price.currencyCode,
      attempt: `attempt-${order}`,
    }),
  });
  const text = await response.text();
  if (response.status !== 201)
    throw new Error(`The start of ${order} has the status ${response.status}: ${text}`);
  // The route responds to a start with this object.
  const { payment } = JSON.parse(text) as { payment: { reference: string; transactionNumber: string } };
  return payment;
}

/** Runs sweeps until a condition holds, for at most a minute. */
async function waitFor({ checkout }: DeployedShop, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isDone()) && Date.now() < end) {
    await checkout.sweep();
    await wait(50);
  }
}

/** A load balancer that sends each request to any of the processes that serve its path. */
interface Balancer {
  readonly url: string;
  readonly use: (shops: readonly DeployedShop[]) => void;
  readonly close: () => Promise<void>;
}

async function openBalancer(random: Random): Promise<Balancer> {
  let current: readonly DeployedShop[] = [];
  const server = createServer((request, response) => {
    const target = current.length === 0 ? undefined : random.pick(current);
    if (target === undefined) return void response.writeHead(503).end();
    const { method, headers, url } = request;
    const upstream = sendRequest(`${target.url}${url}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    upstream.on('error', () => response.writeHead(502).end());
    request.pipe(upstream);
  });
  return {
    url: await listen(server),
    use: (shops) => void (current = shops),
    close: () => stopServer(server),
  };
}
