import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { html } from '../src/language/language.ts';
import { malayNoteKinds, malayNotes, translateNote } from '../src/language/ms-timeline.ts';
import { malay } from '../src/language/ms.ts';
import { runInScope } from '../src/scope.ts';
import { cardChannelId, openOffice, walletChannelId, type OpenOffice } from './open-office.ts';
import { setUpOffice } from './set-up-office.ts';

const office = setUpOffice();

/** The words of all translations. A word of a Malay page that is not here, and not a name, is English. */
const vocabulary = new Set(
  toWords(
    [...Object.values(malay), ...Object.values(malayNoteKinds), ...Object.values(malayNotes)].join(' '),
  ),
);

function toWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}’'-]+/gu) ?? []).map((word) =>
    word.replaceAll(/^['’-]+|['’-]+$/g, ''),
  );
}

/** The visible texts of a page, and the labels in its attributes, without those that are marked as English or as code. */
function readTexts(page: string): string {
  const body = page.replace(/^[^]*?<body/, '<body');
  const unmarked = body
    .replaceAll(/<(code|pre|svg|datalist|time)\b[^>]*>[^]*?<\/\1>/g, ' ')
    .replaceAll(/<(\w+)[^>]*\blang="en"[^>]*>[^]*?<\/\1>/g, ' ');
  const labels = [...unmarked.matchAll(/\b(?:aria-label|placeholder|title|alt|data-copied)="([^"]*)"/g)];
  // References, ids, and masked names and numbers are no words.
  return `${unmarked.replaceAll(/<[^>]*>/g, ' ')} ${labels.map(([, label = '']) => label).join(' ')}`
    .replaceAll(/\b[\w-]*\d[\w-]*/g, ' ')
    .replaceAll(/\p{L}?•+/gu, ' ');
}

function findEnglish(text: string, names: ReadonlySet<string> = new Set()): string[] {
  return [...new Set(toWords(text))].filter(
    (word) => word !== '' && !vocabulary.has(word) && !names.has(word),
  );
}

test('each text of the sources has a translation', () => {
  const folder = new URL('../src/', import.meta.url);
  const english: string[] = [];
  for (const file of globSync('**/*.ts', { cwd: folder })) {
    const code = readFileSync(new URL(file, folder), 'utf8');
    const check = (strings: readonly string[]) => {
      // Attributes.
      if (!strings.join('').includes('<') && /="|^[a-z-]+$/.test(strings.join(''))) return;
      const template = Object.assign([...strings], { raw: strings });
      const values = strings.slice(1).map(() => '');
      const scope = { base: '/office', language: 'ms', clerk: undefined } as const;
      const markup = runInScope(scope, () => html(template, ...values)).toString();
      const words = findEnglish(readTexts(`<body>${markup}`));
      if (words.length > 0) english.push(`${file}: ${strings.join('…')}: ${words.join(', ')}`);
    };
    new Visitor({
      TaggedTemplateExpression: ({ tag, quasi }) => {
        const isText = tag.type === 'Identifier' && (tag.name === 'html' || tag.name === 't');
        if (isText) check(quasi.quasis.map(({ value }) => value.cooked ?? ''));
      },
      CallExpression: ({ callee, arguments: [text] }) => {
        const isText = callee.type === 'Identifier' && callee.name === 't' && text?.type === 'Literal';
        if (isText && typeof text.value === 'string') check([text.value]);
      },
    }).visit(parseSync(file, code).program);
  }
  expect(english).toEqual([]);
});

/** Names of the shop, the gateway and the people, and names of the protocol, which no language translates. */
const names = new Set(
  toWords(`Jan Feb Mac Apr Mei Jun Jul Ogo Sep Okt Nov Dis PG PTG my kilatpay Credit or debit card 250 g whole bean dark refunded authorized onAuthorized nothing-here BSERI
    opening balance Top-up by transfer k Rimba Coffee Aina Ben Aisyah Rahman aisyah example com Cameron Liberica MYR RM AM PM
    Kilat Pay Bank Seri Kedai Biji Success Pending FPX CSV QR ID English onPaid onRefunded onEnded pgw reconcile`),
);

const malayBrowser = { 'accept-language': 'ms-MY,ms;q=0.9,en;q=0.5' };

/** Creates payments in each state that needs a clerk, and payouts. Returns their orders. */
async function createOrders(own: OpenOffice, clerk: Awaited<ReturnType<OpenOffice['signIn']>>) {
  const paid = await own.createPaidPayment();
  const refund = { how: 'part', amount: '12.50', reason: 'Cameron', step: 'confirmed', sum: '1250' };
  await clerk.post(`/office/payments/${paid.reference}/refund`, { ...refund, key: 'refund-0001' });
  const approved = await own.createPaidPayment();
  const all = { how: 'all', reason: 'Cameron', step: 'confirmed', sum: '8200' };
  await clerk.post(`/office/payments/${approved.reference}/refund`, { ...all, key: 'refund-0002' });
  const rejected = await own.createPaidPayment();
  await clerk.post(`/office/payments/${rejected.reference}/refund`, { ...all, key: 'refund-0003' });
  await clerk.post('/office/approvals/refund-0003/reject', { reason: 'Cameron' });
  const dead = await own.createFailedFulfillment();
  const authorized = await own.authorizeCard();
  own.sandbox.scenario('response-500', { endpoint: 'processPayment', times: 1 });
  const part = { key: 'lost-capture', how: 'part', amount: '30' };
  await clerk.post(`/office/payments/${authorized.reference}/capture`, part);
  const buyer = own.createVisitor();
  const first = await own.startPayment(cardChannelId, buyer);
  own.clock.aheadMs += 1000;
  const second = await own.startPaymentOf(first.orderId, walletChannelId, buyer);
  for (const { transactionNumber, reference } of [first, second]) {
    own.sandbox.decide(transactionNumber ?? '', 'approve', { callback: 'never' });
    await own.checkout.payments.sync(reference);
  }
  const [review, reversed, unclear, open] = [
    await own.startPayment(),
    await own.createPaidPayment(),
    await own.startPayment(),
    await own.startPayment(),
  ];
  const setState = own.database.prepare(
    'UPDATE pgw_payments SET state = ?, created_at = ? WHERE reference = ?',
  );
  setState.run('review', Date.now(), review.reference);
  setState.run('reversed', Date.now(), reversed.reference);
  setState.run('unknown', 1, unclear.reference);
  own.failures.refundHook = true;
  const hooked = await own.createPaidPayment();
  await own.checkout.operator.refunds.create('refund-0004', {
    reference: hooked.reference,
    reason: 'Ben',
    amount: 5,
  });
  await own.checkout.sweep();
  const orders = [paid, approved, rejected, dead, authorized, first, review, reversed, unclear, open, hooked];
  return orders.map(({ orderId, reference }) => ({ orderId, reference }));
}

const payoutForm = {
  method: 'bank',
  bank: 'Bank Seri',
  name: 'Kedai Biji',
  account: '1234567890',
  amount: '10',
  isLocal: 'yes',
  step: 'confirmed',
};

/** Opens every page and the answers to forms with errors. Returns the English words of each. */
async function findEnglishPages(own: OpenOffice): Promise<readonly string[]> {
  const clerk = await own.signIn();
  const headers = { ...malayBrowser, 'sec-fetch-site': 'same-origin', origin: own.url };
  const inMalay: typeof clerk = { ...clerk, post: (path, form) => clerk.post(path, form, headers) };
  const orders = await createOrders(own, inMalay);
  const english: string[] = [];
  const check = (path: string, { text }: { readonly text: string }) => {
    expect(text, path).toContain('lang="ms-MY"');
    const found = findEnglish(readTexts(text), names);
    if (found.length > 0) english.push(`${path}: ${found.join(', ')}`);
  };
  const get = async (path: string) =>
    check(path, await clerk.send(`/office${path}`, { headers: malayBrowser }));
  const post = async (path: string, form: Record<string, string> = {}) => {
    const response = await clerk.post(`/office${path}`, form, headers);
    if (response.status !== 303) return check(path, response);
    return check(
      `${path} -> ${response.location}`,
      await clerk.send(response.location, { headers: malayBrowser }),
    );
  };
  for (const { orderId } of orders) await get(`/orders/${orderId}`);
  for (const view of ['', '?view=paid', '?view=refunds', '?q=nothing-here', '?after=1-x', '?view=chargeable'])
    await get(view);
  for (const path of ['/attention', '/approvals', '/reconcile', '/export', '/payouts', '/nowhere'])
    await get(path);
  await get('/export.csv?from=2026-02-01&to=2026-01-01');
  for (const method of ['bank', 'mobileNumber', 'nationalId', 'businessRegistration']) {
    await get(`/payouts/new?method=${method}`);
    await post('/payouts', { method });
  }
  await post('/payouts', { ...payoutForm, key: 'payout-0001', step: '' });
  await post('/payouts', {
    ...payoutForm,
    key: 'payout-0001',
    step: '',
    amount: '999999',
    name: 'x'.repeat(37),
  });
  await post('/payouts', { ...payoutForm, key: 'payout-0001', step: '', amount: '999999' });
  await post('/payouts', { ...payoutForm, key: 'payout-0001' });
  await post('/payouts/payout-0001/refresh');
  await post('/payouts/payout-0001/reveal', { reason: '' });
  await post('/payouts/payout-0001/reveal', { reason: 'Cameron' });
  await post('/payouts/payout-0001/erase');
  await post('/payouts', { ...payoutForm, key: 'payout-0002', amount: '999999' });
  await post('/payouts', { ...payoutForm, key: 'payout-0003', amount: '60' });
  await post('/reconcile', { since: 'x' });
  await post('/reconcile', { since: '2026-01-01T00:00' });
  await post('/reconcile/file', { from: 'x' });
  for (const path of ['/wallets', '/wallets/3003', '/wallets/3001?from=2020-01-01&to=2020-01-02'])
    await get(path);
  const [paid, , , dead, authorized, , review, , , open] = orders;
  await get(`/orders/${paid?.orderId}/erase`);
  await post(`/orders/${open?.orderId}/erase`);
  await post(`/payments/${open?.reference}/sync`);
  await post(`/payments/${open?.reference}/review`, { decision: 'paid', reason: 'x' });
  await post(`/payments/${open?.reference}/start`, { reason: 'x' });
  await post(`/payments/${open?.reference}/requeue`);
  await post(`/payments/${dead?.reference}/skip`);
  await post(`/payments/${dead?.reference}/requeue`);
  await post(`/payments/${dead?.reference}/refund`, { how: 'part', amount: '1,0', reason: 'x'.repeat(101) });
  await post(`/payments/${dead?.reference}/refund`, { how: 'all', reason: 'Cameron', key: 'refund-0009' });
  await post(`/payments/${authorized?.reference}/captures/lost-capture`);
  await post(`/payments/${review?.reference}/review`, { decision: 'canceled', reason: 'Cameron' });
  await get('/approvals');
  return english;
}

test('each page is in Malay for a browser that prefers it, in each state', async () => {
  const clerks = JSON.stringify({ Aina: 'rimba-office', Ben: 'rimba-office-2' });
  const own = await openOffice({ PGW_SHOP_OFFICE_CLERKS: clerks }, { secondClerkAbove: 5000 });
  try {
    const english = await findEnglishPages(own);
    expect(english).toEqual([]);
  } finally {
    await own.close();
  }
});

test.each([
  [
    'Aina: A refund of MYR 12.50 is requested: Torn bag: wet',
    'Aina: Bayaran balik MYR 12.50 diminta: Torn bag: wet',
  ],
  ['Marked as paid: the gateway reports Success (1).', 'Ditanda dibayar: get laluan melaporkan Success (1).'],
  ['A text without a translation', undefined],
])('the timeline entry %j is %j in Malay', (text, translation) => {
  expect(translateNote(text)).toBe(translation);
});

test('a chosen language is kept, and has priority over that of the browser', async () => {
  const headers = { 'accept-language': 'en' };
  expect((await office.clerk.get('/office/language?language=ms')).location).toBe('/office');
  expect((await office.clerk.send('/office', { headers })).text).toContain('lang="ms-MY"');
  await office.clerk.get('/office/language?language=en');
  expect((await office.clerk.send('/office', { headers: { 'accept-language': 'ms' } })).text).toContain(
    'lang="en-MY"',
  );
  expect((await office.clerk.get('/office/language?language=xx')).status).toBe(404);
});

test('names of the shop are not translated', async () => {
  const { orderId } = await office.createPaidPayment();
  office.database.exec(`UPDATE orders SET details = replace(details, 'Aisyah Rahman', 'Refund')`);
  const headers = { 'accept-language': 'ms' };
  expect((await office.clerk.send(`/office/orders/${orderId}`, { headers })).text).toContain(
    '<dd>Refund</dd>',
  );
});
