import { InvalidRequestError } from '@pgw/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Methods = Readonly<Record<string, (...values: unknown[]) => unknown>>;

/** Calls a method as JavaScript without types does, and returns its error. */
async function findError(path: string, values: readonly unknown[]): Promise<unknown> {
  const { operator, payments, savedCards } = shop.checkout;
  const names = path.split('.');
  let methods: unknown = { operator, payments, savedCards };
  for (const name of names.slice(0, -1)) methods = (methods as Readonly<Record<string, unknown>>)[name];
  try {
    await (methods as Methods)[names.at(-1) ?? '']?.(...values);
    return undefined;
  } catch (error) {
    return error;
  }
}

const beneficiary = { method: 'bank', number: '1', name: 'Ann', bankCode: 'B' };
const payout = {
  amount: 1,
  currencyCode: 'MYR',
  beneficiary,
  ipAddress: '::1',
  returnUrl: 'https://shop.example',
};
const by = { id: '7', name: 'Ann' };
const resolved = { outcome: 'done', reason: 'seen' };

/** Arguments of a wrong type, and what the error names. */
const wrongCalls: readonly (readonly [path: string, values: readonly unknown[], message: RegExp])[] = [
  ['payments.get', [undefined], /^payments\.get: reference/],
  ['payments.list', [{ states: 'paid' }], /^payments\.list: states/],
  ['payments.list', [{ states: ['payed'] }], /^payments\.list: states\.0/],
  ['payments.list', [{ state: ['paid'] }], /"state"/],
  ['payments.list', [{ since: 'yesterday' }], /since must be a Date/],
  ['payments.list', [{ limit: '5' }], /limit/],
  ['payments.sync', [7], /reference/],
  ['savedCards.list', [undefined], /customer/],
  ['savedCards.delete', ['customer', 7], /id/],
  ['operator.payments.inspect', [{}], /reference/],
  ['operator.payments.reconcile', [undefined], /reconcile/],
  ['operator.payments.reconcile', [{ since: '31/01/2026' }], /since must be a Date/],
  ['operator.payments.reconcile', [{ since: new Date('x') }], /since must be a Date/],
  ['operator.payments.reconcile', [{ since: 1.5 }], /since must be a Date/],
  ['operator.hooks.requeue', [undefined], /reference/],
  ['operator.hooks.skip', ['R', 'because'], /skip/],
  ['operator.reviews.resolve', ['R', { outcome: 'Paid', reason: 'r' }], /outcome/],
  ['operator.starts.resolve', ['R'], /resolve/],
  ['operator.refunds.create', ['refund-1', { reference: 'R', amount: '5', reason: 'r' }], /amount/],
  ['operator.refunds.create', ['refund-1', { reference: 'R', ammount: 5, reason: 'r' }], /"ammount"/],
  ['operator.refunds.create', ['refund-1'], /create/],
  ['operator.refunds.resolve', ['refund-1', { outcome: 'ok', reason: 'r' }], /outcome/],
  ['operator.captures.create', ['capture-1', { reference: 'R', last: true }], /"last"/],
  ['operator.captures.resolve', [7, resolved], /id/],
  ['operator.payouts.create', ['payout-1', { ...payout, beneficiary: 'Ann' }], /beneficiary/],
  ['operator.payouts.create', ['payout-1', { ...payout, beneficiary: undefined }], /beneficiary/],
  [
    'operator.payouts.create',
    ['payout-1', { ...payout, beneficiary: { ...beneficiary, method: 'iban' } }],
    /beneficiary\.method/,
  ],
  ['operator.payouts.validate', [{ ...payout, amount: '1' }], /amount/],
  ['operator.payouts.get', [undefined], /id/],
  ['operator.payouts.list', [{ states: ['finished'] }], /states\.0/],
  ['operator.payouts.resolve', ['payout-1', {}], /outcome/],
  ['operator.payouts.sync', [null], /id/],
  ['operator.payouts.timeline', [undefined], /id/],
  [
    'operator.approvals.request',
    ['approval-1', { refund: { reference: 'R', reason: 'r' }, by }],
    /refund\.amount/,
  ],
  ['operator.approvals.request', ['approval-1', { payout }], /by/],
  ['operator.approvals.approve', ['approval-1', { by: { id: '', name: 'Ann' } }], /by\.id/],
  ['operator.approvals.reject', ['approval-1', { by }], /reason/],
  ['operator.approvals.get', [7], /id/],
  ['operator.approvals.list', [{ states: ['open'] }], /states\.0/],
  ['operator.secrets.derive', [undefined], /name/],
  ['operator.as', [undefined], /name/],
  ['operator.payouts.reveal', ['payout-1', {}], /reason/],
  ['operator.erase', [{ order: 1 }], /order/],
  ['operator.discrepancies.accept', ['R', { code: 7, reason: 'r' }], /code/],
  ['operator.discrepancies.list', [{ limit: -1 }], /limit/],
  ['operator.unknownTransactions.list', [{ limit: 'all' }], /limit/],
  ['operator.unknownTransactions.adopt', ['T', { order: 'A1' }], /"order"/],
  ['operator.unknownTransactions.dismiss', ['T', {}], /reason/],
  ['operator.rejectedCallbacks.list', [10], /list/],
  ['operator.records.compare', [{ records: 7, from: 0, to: 1 }], /records must be an iterable/],
  ['operator.records.compare', [{ records: [], from: 'a', to: 1 }], /from must be a Date/],
  ['operator.records.export', [{ from: 'a', to: 1 }], /from must be a Date/],
  ['operator.records.export', [{ from: 0, to: 1, record: [] }], /did you mean records\?/],
  ['operator.records.exportCsv', [{ from: 0 }], /to must be a Date/],
  ['operator.audits.run', [{ since: 'last week' }], /since must be a Date/],
];

describe('arguments of a wrong type', () => {
  it.each(wrongCalls)(
    '%s(%j) is refused before anything is read or written',
    async (path, values, message) => {
      const error = await findError(path, values);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect((error as InvalidRequestError).message).toMatch(message);
    },
  );

  it('each method with arguments is in the table', () => {
    const listMethods = (prefix: string, methods: object): string[] =>
      Object.keys(methods).map((name) => `${prefix}.${name}`);
    const { operator, payments, savedCards } = shop.checkout;
    const all = [
      ...Object.entries(operator).flatMap(([group, methods]: [string, object]) =>
        typeof methods === 'function' ? [`operator.${group}`] : listMethods(`operator.${group}`, methods),
      ),
      ...listMethods('payments', payments),
      ...listMethods('savedCards', savedCards),
    ];
    const withoutArguments = [
      'operator.payouts.banks',
      'operator.accounts.list',
      'operator.accounts.add',
      'operator.history.acknowledgeLoss',
    ];
    expect(new Set([...wrongCalls.map(([path]) => path), ...withoutArguments])).toEqual(new Set(all));
  });
});

it.each([
  ['a Date', (at: number) => new Date(at)],
  ['milliseconds', (at: number) => at],
  ['ISO 8601 text', (at: number) => new Date(at).toISOString()],
])('a time can be %s', async (_title, write) => {
  const { reference, createdAt } = (await shop.checkout.payments.get(
    (await shop.startPayment({ order: `A-${_title.replaceAll(' ', '-')}` })).reference,
  ))!;
  const list = async (since: number): Promise<string[]> =>
    (await shop.checkout.payments.list({ since: write(since) })).map((payment) => payment.reference);
  expect(await list(createdAt)).toContain(reference);
  expect(await list(createdAt + 1)).not.toContain(reference);
  const { checked } = await shop.checkout.operator.payments.reconcile({ since: write(createdAt) });
  expect(checked).toBeGreaterThan(0);
});
