import {
  normalizeReference,
  PgwError,
  type GatewayProfile,
  type GatewayProfileOverrides,
} from '@pgw/protocol';
import { findNearest } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { defaultTenant, type Tenant } from '../options.ts';
import type { Sandbox } from '../sandbox.ts';
import { parseArgument } from './parse-argument.ts';
import { payAs } from './pay-as.ts';
import type { ClientOptions, TestMerchant, TestSandboxOptions } from './test-sandbox.ts';

const merchantIds = z
  .array(z.string('must be the ids of the merchants, such as 1001').min(1, 'must not be empty'))
  .min(1, 'needs at least one id')
  .refine((ids) => new Set(ids).size === ids.length, 'must have each id once');

/**
 * Returns the merchants of a sandbox: `tenants`, or one with credentials of its own for each id of `merchants`.
 *
 * @throws PgwError `invalid-configuration` for ids that are empty or repeated, and for both options.
 */
export function toTenants({ merchants, tenants }: TestSandboxOptions): readonly Tenant[] {
  if (merchants === undefined) return tenants ?? [defaultTenant];
  const ids = merchantIds.safeParse(merchants);
  const problem = tenants === undefined ? ids.error?.issues[0]?.message : 'cannot be combined with tenants';
  if (problem !== undefined)
    throw new PgwError('invalid-configuration', `The sandbox was not started: merchants: ${problem}.`);
  return merchants.map((id) => ({
    id,
    name: `Merchant ${id}`,
    secretKey: `sandbox-secret-key-${id}`,
    userName: `merchant-${id}@sandbox.example`,
    password: `sandbox-password-${id}`,
  }));
}

/** Creates the options of the client of a merchant. */
export function createClientOptions(
  { url: baseUrl }: Sandbox,
  { id: merchantId, secretKey, userName, password }: Tenant,
  profile: GatewayProfileOverrides | undefined,
): ClientOptions {
  const own = { baseUrl, merchantId, secretKey, credentials: { userName, password } };
  return { ...own, ...(profile === undefined ? {} : { profile }) };
}

/** Rows are filtered after they were read, because a sandbox of a test has few. */
const allRows = 100_000;

/** Creates the methods of one merchant. What another merchant has does not exist for them. */
export function createMerchant(
  sandbox: Sandbox,
  clientOptions: ClientOptions,
  returnParameters: GatewayProfile['returnParameters'],
): TestMerchant {
  const id = clientOptions.merchantId;
  const ofMerchant = <Row extends { readonly tenantId: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ tenantId }) => tenantId === id);
  const findOwn = <Row extends { readonly tenantId: string }>(row: Row | undefined): Row | undefined =>
    row?.tenantId === id ? row : undefined;
  const listPayments = (limit = 50) => ofMerchant(sandbox.listPayments(allRows)).slice(0, limit);
  const own = {
    // Two merchants may have payments with one reference.
    findPayment: (numberOrReference: string) =>
      findOwn(sandbox.findPayment(numberOrReference)) ??
      listPayments(allRows).find(
        ({ referenceCode }) => normalizeReference(referenceCode) === normalizeReference(numberOrReference),
      ),
    findRefund: (refundNumber: string) => findOwn(sandbox.findRefund(refundNumber)),
    findPayout: (transactionNumber: string) => findOwn(sandbox.findPayout(transactionNumber)),
  };
  /** Returns the number of a record that the merchant has. */
  const requireOwn = (find: keyof typeof own, number: string): string => {
    if (own[find](number) !== undefined) return number;
    const record = find.slice('find'.length).toLowerCase();
    const owner = sandbox[find](number)?.tenantId;
    const reason = owner === undefined ? '' : `: it is one of merchant ${owner}`;
    throw new PgwError('invalid-request', `Merchant ${id} has no ${record} ${number}${reason}.`);
  };
  const methods: Omit<TestMerchant, 'clientOptions' | 'payAs'> = {
    ...own,
    listPayments,
    listPayouts: (limit = 50) => ofMerchant(sandbox.listPayouts(allRows)).slice(0, limit),
    listRefunds: (transactionNumber) => ofMerchant(sandbox.listRefunds(transactionNumber)),
    listCallbacks: (transactionNumber) => ofMerchant(sandbox.listCallbacks(transactionNumber)),
    decide: (number, ...rest) => sandbox.decide(requireOwn('findPayment', number), ...rest),
    changeStatus: (number, ...rest) => sandbox.changeStatus(requireOwn('findPayment', number), ...rest),
    endAuthorization: (number, ...rest) =>
      sandbox.endAuthorization(requireOwn('findPayment', number), ...rest),
    capturePayment: (number, ...rest) => sandbox.capturePayment(requireOwn('findPayment', number), ...rest),
    refundPayment: (number, ...rest) => sandbox.refundPayment(requireOwn('findPayment', number), ...rest),
    decideRefund: (number, ...rest) => sandbox.decideRefund(requireOwn('findRefund', number), ...rest),
    decidePayout: (number, ...rest) => sandbox.decidePayout(requireOwn('findPayout', number), ...rest),
    listWallets: () => sandbox.listWallets(id),
    settlementFile: (period) => sandbox.settlementFile({ ...period, merchantId: id }),
  };
  return {
    ...methods,
    clientOptions,
    payAs: (outcome, options = {}) =>
      payAs({ ...sandbox, ...methods }, returnParameters, { outcome, options }),
  };
}

/**
 * Finds a merchant by its id.
 *
 * @throws PgwError `invalid-request` with the ids of all merchants, and the nearest one.
 */
export function selectMerchant(merchants: ReadonlyMap<string, TestMerchant>, givenId: string): TestMerchant {
  const id = parseArgument(z.string('must be the id of a merchant'), givenId, 'merchant');
  const merchant = merchants.get(id);
  if (merchant !== undefined) return merchant;
  const ids = [...merchants.keys()];
  const nearest = findNearest(id, ids);
  const end = nearest === undefined ? '.' : `; did you mean '${nearest}'?`;
  throw new PgwError(
    'invalid-request',
    `merchant('${id}'): the sandbox has the merchants ${ids.join(', ')}${end}`,
  );
}
