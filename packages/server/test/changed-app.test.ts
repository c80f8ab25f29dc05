import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import express, { type Express, type Response } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { openShop, type Shop } from './shop.ts';
import { isNightly } from '../../../scripts/nightly.ts';

async function openChangedShop(setUpApp: (app: Express) => void): Promise<Shop> {
  const shop = await openShop({ setUpApp });
  onTestFinished(() => shop.close());
  return shop;
}

/** Replaces a method of each response. */
function replaceMethod(name: 'json' | 'send', replace: (res: Response, body: unknown) => Response) {
  return (app: Express): void => {
    app.use((_req, res, next) => {
      res[name] = (body: unknown) => replace(res, body);
      next();
    });
  };
}

const changes: readonly [string, (app: Express) => void][] = [
  [
    'res.json is replaced',
    replaceMethod('json', (res, body) => res.end(JSON.stringify({ success: true, data: body }))),
  ],
  ['res.send is replaced', replaceMethod('send', (res, body) => res.end(`{"data":${String(body)}}`))],
  [
    'the setting json replacer',
    (app) => app.set('json replacer', (_key: string, value: unknown) => value ?? undefined),
  ],
  ['the setting json escape', (app) => app.set('json escape', true)],
  ['the setting query parser is false', (app) => app.set('query parser', false)],
];

it.each(changes)(
  'an app in which %s does not change the responses of the checkout',
  async (name, setUpApp) => {
    const shop = await openChangedShop(setUpApp);
    const session = await (await shop.fetch('/pgw/session?order=A1')).json();
    expect(session).toMatchObject({ order: { id: 'A1', merchantLogoUrl: null }, openPayment: null });
    const banks = await (await shop.fetch('/pgw/channels/2/banks?order=A1')).json();
    expect(banks).toMatchObject({ banks: expect.any(Array) });
    const payment = await shop.startPayment({ order: 'A1' });
    const status = await (await shop.fetch(`/pgw/payments/${payment.reference}`)).json();
    expect(status).toMatchObject({ reference: payment.reference, bank: null });
    const problem = await shop.fetch('/pgw/payments/unknown');
    expect(await problem.json()).toMatchObject({ code: 'unknown-payment' });
    const health = await (await shop.fetch('/pgw/health')).json();
    expect(health).toEqual({ status: 'ok' });
    const script = await shop.fetch('/pgw/checkout.js', { headers: { 'accept-encoding': 'identity' } });
    expect(await script.text()).toMatch(/^!?\(?function/);
    const page = await shop.fetch('/pgw/payments/unknown', { headers: { accept: 'text/html' } });
    expect(await page.text()).toMatch(/^<!doctype html>/);
    expect(shop.eventsNamed('app-changes-responses')).toEqual([
      expect.objectContaining({ level: 'info', changes: [name] }),
    ]);
  },
);

it('an app with the defaults of Express causes no report, also for the second copy of a setting', async () => {
  const shop = await openChangedShop((app) => app.use(express.json({ type: 'application/other' })));
  await shop.fetch('/pgw/session?order=A1');
  expect(shop.eventsNamed('app-changes-responses')).toEqual([]);
});

it('the error of a library that added a member before the packages were imported names the member', async () => {
  const source = "Object.prototype.extra = () => 1; await import('@pgw/server/express');";
  const args = [...fromSources, '--input-type=module', '--eval', source];
  const run = promisify(execFile)(process.execPath, args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  await expect(run).rejects.toThrow('Object.prototype has enumerable members (extra)');
});

const ownNames =
  'id status isProviderHostChannel channelId reference expiresAt placedAt description channels merchantLogoUrl displayName bankCategory getPrice otherShops limits callbacks';

if (isNightly)
  it('a member of all objects that has the name of an option or a field of the checkout changes nothing', async () => {
    expect(await findDifferences(ownNames.split(' '))).toEqual([]);
  });

if (isNightly)
  it('with a member error of all objects, which undici reads as an error of each request, nothing is sent, and an invalid body is refused', async () => {
    const differences = await findDifferences(['error']);
    expect(differences).toHaveLength(6);
    for (const difference of differences)
      expect(difference).toMatch(/Error: 400, .*"code":"gateway-unreachable"/);
  });

/** Runs shops with these members of all objects. Returns the differences from a shop without them. */
async function findDifferences(names: readonly string[]): Promise<readonly unknown[]> {
  const program = fileURLToPath(new URL('changed-members.ts', import.meta.url));
  const args = [...fromSources, program, ...names];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as readonly unknown[];
}

it('with a member error of all objects, a valid profile is accepted, and the error of an invalid one names the member', async () => {
  const source = `
    const { gatewayProfile } = await import('@pgw/protocol');
    Object.prototype.error = { issues: 1 };
    gatewayProfile();
    try { gatewayProfile({ paths: 1 }); } catch (error) { console.log(error.message); }`;
  const args = [...fromSources, '--input-type=module', '--eval', source];
  const options = { cwd: fileURLToPath(new URL('.', import.meta.url)) };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toMatch(
    /^Gateway profile: .*breaks a rule .*because members were added to Object\.prototype \(error\)/,
  );
});

it('a payment is started, synced and fulfilled when libraries add members to all objects, and the boot names them', async () => {
  const program = fileURLToPath(new URL('changed-objects.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...fromSources, program]);
  const { session, state, changes: reportedChanges } = JSON.parse(stdout) as Record<string, unknown>;
  expect({ session, state }).toEqual({ session: 200, state: 'paid' });
  const members = ['aFunction', 'aText', 'aNumber', 'anObject', 'anArray', 'nothing'];
  expect(reportedChanges).toEqual([members.map((member) => `Object.prototype.${member}`)]);
});
