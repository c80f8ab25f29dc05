import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { selectCases } from '../../../../scripts/nightly.ts';
import { channelIds } from '../../../sandbox/src/catalogue/channel-ids.ts';
import type { KillPoint } from './killed-office.ts';

const program = fileURLToPath(new URL('killed-office.ts', import.meta.url));
const approvalPath = '/office/approvals/one-approval-key';
let folder: string;
let sandbox: Sandbox;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pgw-killed-office-'));
  sandbox = await createSandbox({ port: 0 });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Office {
  readonly url: string;
  readonly process: ChildProcess;
  readonly get: (path: string, clerk?: string) => Promise<string>;
  /** Sends a form, with its token. Rejects if the process ends before it responds. */
  readonly post: (path: string, clerk: string, form: Record<string, string>) => Promise<Response>;
}

/** The tokens of forms, by clerk and path. They are those of each process. */
const tokens = new Map<string, string>();

async function startOffice(point = ''): Promise<Office> {
  const child = fork(program, [join(folder, 'payments.db'), sandbox.url, point], {
    execArgv: [...fromSources],
  });
  children.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    process: child,
    get: async (path, clerk = 'Aina') => {
      const page = await (await fetch(url + path, { headers: { 'x-clerk': clerk } })).text();
      for (const [, action = '', token = ''] of page.matchAll(
        /action="([^"]+)"[^>]*><input type="hidden" name="token" value="([^"]+)"/g,
      ))
        tokens.set(`${clerk} ${action}`, token);
      return page;
    },
    post: (path, clerk, form) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'x-clerk': clerk, 'sec-fetch-site': 'same-origin', origin: url },
        body: new URLSearchParams({ token: tokens.get(`${clerk} ${path}`) ?? '', ...form }),
        redirect: 'manual',
      }),
  };
}

/** Starts and pays an order, and requests its refund by Aina. */
async function requestRefund(office: Office): Promise<void> {
  const body = {
    order: 'A1',
    channelId: channelIds.kilatPay,
    attempt: 'one-attempt-of-it',
    shownAmount: 8200,
    shownCurrencyCode: 'MYR',
  };
  const headers = { 'content-type': 'application/json' };
  const started = await fetch(`${office.url}/pgw/payments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const { payment } = (await started.json()) as { payment: { reference: string; transactionNumber: string } };
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const paymentPath = `/office/payments/${payment.reference}`;
  await office.get('/office/orders/A1');
  expect((await office.post(`${paymentPath}/sync`, 'Aina', {})).status).toBe(303);
  await office.get('/office/orders/A1');
  const form = {
    key: 'one-approval-key',
    how: 'part',
    amount: '12.50',
    reason: 'Torn',
    sum: '1250',
    step: 'confirmed',
  };
  expect((await office.post(`${paymentPath}/refund`, 'Aina', form)).status).toBe(303);
}

async function requestPayout(office: Office): Promise<void> {
  await office.get('/office/payouts/new');
  const form = {
    key: 'one-approval-key',
    method: 'bank',
    bank: 'BSERI01',
    name: 'Kedai Biji',
    account: '1234567890',
    amount: '12.50',
    isLocal: 'yes',
    step: 'confirmed',
  };
  expect((await office.post('/office/payouts', 'Aina', form)).status).toBe(303);
}

const kinds = {
  refund: { request: requestRefund, list: () => sandbox.listRefunds(), page: '/office/orders/A1' },
  payout: {
    request: requestPayout,
    list: () => sandbox.listPayouts(),
    page: '/office/payouts/one-approval-key',
  },
} as const;

const cases: readonly (readonly [kind: keyof typeof kinds, point: KillPoint])[] = [
  ['refund', 'sent'],
  ['payout', 'approved'],
  ['refund', 'approved'],
  ['refund', 'stored'],
  ['refund', 'answered'],
  ['refund', 'done'],
  ['payout', 'stored'],
  ['payout', 'sent'],
  ['payout', 'answered'],
  ['payout', 'done'],
];

test.each(selectCases(cases, 2))(
  'a process that is killed in the approval of a %s, at the point "%s", makes it once: two tabs approve it again after a restart',
  async (kind, point) => {
    const { request, list, page } = kinds[kind];
    const first = await startOffice(point);
    await request(first);
    for (const clerk of ['Ben', 'Cid'])
      expect(await first.get('/office/approvals', clerk)).toContain('Approve');
    const ended = once(first.process, 'exit');
    await expect(first.post(`${approvalPath}/approve`, 'Ben', {})).rejects.toThrow();
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(list()).toHaveLength(point === 'approved' || point === 'stored' ? 0 : 1);
    const second = await startOffice();
    const replies = await Promise.all(
      ['Ben', 'Cid'].map((clerk) => second.post(`${approvalPath}/approve`, clerk, {})),
    );
    expect(replies.map(({ status }) => status)).toEqual([303, 303]);
    // Before the request, its outcome is unknown: it may have been sent, so it is never sent again.
    expect(list()).toHaveLength(point === 'stored' ? 0 : 1);
    expect(await second.get('/office/approvals')).toContain('No request waits for an approval.');
    const text = await second.get(page);
    expect(text).toContain('Aina, approved by Ben:');
    expect(text).not.toContain('Cid');
  },
);
