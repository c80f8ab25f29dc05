import { Readable } from 'node:stream';
import type { Checkout, Operation, OperationKind, Payment } from '@pgw/express';
import {
  readSettlementCsv,
  type DiscrepancyCode,
  type Operator,
  type SettlementRecord,
} from '@pgw/express/operator';
import express, { type Router } from 'express';
import { z } from 'zod';

const kindSchema = z.enum(['refund', 'capture', 'payout']);
const operationFields = { id: z.string(), amount: z.number().optional() };

/** A call of a person in the back office. The amounts are minor units. */
const officeCallSchema = z.discriminatedUnion('call', [
  z.object({ call: z.literal('refund'), reference: z.string(), ...operationFields }),
  z.object({
    call: z.literal('capture'),
    reference: z.string(),
    isLast: z.boolean().optional(),
    ...operationFields,
  }),
  z.object({ call: z.literal('payout'), id: z.string(), amount: z.number(), currencyCode: z.string() }),
  z.object({
    call: z.literal('resolve'),
    kind: kindSchema,
    outcome: z.enum(['done', 'refused']),
    ...operationFields,
  }),
  z.object({
    call: z.literal('resolve-review'),
    reference: z.string(),
    decision: z.enum(['paid', 'canceled']),
  }),
  z.object({
    call: z.literal('accept'),
    reference: z.string(),
    // Only `readBooks` lists the codes, and the checkout refuses others.
    code: z.string().transform((code) => code as DiscrepancyCode),
  }),
  z.object({ call: z.literal('sweep') }),
  z.object({ call: z.literal('reconcile'), since: z.number() }),
  z.object({ call: z.literal('compare-file'), csv: z.string(), from: z.number(), to: z.number() }),
  z.object({ call: z.literal('read-books') }),
]);

export type OfficeCall = z.output<typeof officeCallSchema>;

/** An entry of the list "Needs attention" about an operation or a transaction of this amount. */
interface AmountEntry {
  readonly reference: string;
  readonly reason: `${OperationKind}-overdue` | 'unknown-transaction';
  readonly amount: number;
}

/** A discrepancy has its amounts only in its text, and a start without a known outcome has none. */
interface TextEntry {
  readonly reference: string;
  readonly reason: DiscrepancyCode | 'start-unknown';
  readonly amount: null;
}

/** An entry of the list "Needs attention". */
export type AttentionEntry = AmountEntry | TextEntry;

/** What an entry of "Needs attention" is about. */
export type AttentionReason = AttentionEntry['reason'];

/** A difference from the settlement file. */
export interface FileDifference {
  /** In upper case. */
  readonly reference: string;
  readonly kind: SettlementRecord['kind'];
}

/** Everything that the back office shows about payments and operations. */
export interface ShopBooks {
  readonly payments: readonly Payment[];
  readonly operations: readonly Operation[];
  /** The list "Needs attention". */
  readonly attention: readonly AttentionEntry[];
}

/** Handles the calls of the back office of a shop. A refused call has the status 409. */
export function createOffice(checkout: Checkout): Router {
  // The path has the account, if there are several.
  const router = express.Router({ mergeParams: true });
  router.post('/', express.json(), async (req: express.Request<{ readonly account?: string }>, res) => {
    const { account } = req.params;
    const of = account === undefined ? undefined : { account };
    try {
      res.json({ result: await runCall({ checkout, of }, officeCallSchema.parse(req.body)) });
    } catch (error) {
      res.status(409).json({ error: error instanceof Error ? error.message : String(error) });
    }
  });
  return router;
}

/** A checkout, and the option of its methods if it has several accounts. */
interface OfficeCheckout {
  readonly checkout: Checkout;
  readonly of: { readonly account: string } | undefined;
}

async function runCall({ checkout, of }: OfficeCheckout, call: OfficeCall): Promise<unknown> {
  const { operator } = checkout;
  if (call.call === 'sweep') {
    while (await checkout.sweep());
    return {};
  }
  if (call.call === 'reconcile') return operator.payments.reconcile({ ...of, since: call.since });
  if (call.call === 'read-books') return readBooks({ checkout, of });
  if (call.call === 'compare-file') return compareFile(operator, { ...of, ...call });
  if (call.call === 'refund')
    return operator.refunds.create(call.id, { ...of, ...omitId(call), reason: 'Returned goods' });
  if (call.call === 'capture') return operator.captures.create(call.id, { ...of, ...omitId(call) });
  if (call.call === 'resolve')
    return operator[`${call.kind}s`].resolve(call.id, {
      ...of,
      ...omitId(call),
      reason: 'Seen at the gateway',
    });
  if (call.call === 'resolve-review')
    return operator.reviews.resolve(call.reference, {
      ...of,
      outcome: call.decision,
      reason: 'Seen at the gateway',
    });
  if (call.call === 'accept')
    return operator.discrepancies.accept(call.reference, {
      ...of,
      code: call.code,
      reason: 'Seen at the gateway',
    });
  return operator.payouts.create(call.id, {
    ...of,
    amount: call.amount,
    currencyCode: call.currencyCode,
    beneficiary: { method: 'bank', bankCode: 'BSERI01', number: '1234567890', name: 'Kedai Biji' },
    ipAddress: '127.0.0.1',
    returnUrl: 'https://shop.example/office',
  });
}

function omitId<Call extends { readonly id: string }>({ id: _id, ...options }: Call): Omit<Call, 'id'> {
  return options;
}

/** The longest page of a list. */
const limit = 500;
const openStates: readonly Operation['state'][] = ['requested', 'unknown', 'processing'];

async function readBooks({ checkout, of }: OfficeCheckout): Promise<ShopBooks> {
  const { operator, payments: stored } = checkout;
  const page = { ...of, limit };
  const payments = await stored.list(page);
  const inspections = await Promise.all(
    payments.map(({ reference }) => operator.payments.inspect(reference, ...(of === undefined ? [] : [of]))),
  );
  const payouts = await operator.payouts.list(page);
  const operations = [
    ...inspections.flatMap((inspection) => [...(inspection?.refunds ?? []), ...(inspection?.captures ?? [])]),
    ...payouts,
  ];
  const discrepancies = await operator.discrepancies.list(page);
  const transactions = await operator.unknownTransactions.list(page);
  return {
    payments,
    operations,
    attention: [
      ...discrepancies.map(({ reference, code }) => ({ reference, reason: code, amount: null })),
      ...payments
        .filter(({ state }) => state === 'unknown')
        .map(({ reference }) => ({ reference, reason: 'start-unknown' as const, amount: null })),
      // The audit and the health of the checkout report an operation from day 3 on.
      ...operations
        .filter(({ overdueDays, state }) => overdueDays > 0 && openStates.includes(state))
        .map(({ reference, kind, amount, charge }) => ({
          reference,
          reason: `${kind}-overdue` as const,
          amount: amount + charge,
        })),
      ...transactions.map(({ reference, amount }) => ({
        reference,
        reason: 'unknown-transaction' as const,
        amount,
      })),
    ],
  };
}

/** Resolves with the differences between the store and a settlement file. */
async function compareFile(
  operator: Operator,
  {
    account,
    csv,
    from,
    to,
  }: { readonly account?: string; readonly csv: string; readonly from: number; readonly to: number },
): Promise<FileDifference[]> {
  const differences: FileDifference[] = [];
  const records = readSettlementCsv(Readable.from([csv]));
  for await (const { kind, gateway, shop } of operator.records.compare({
    ...(account !== undefined && { account }),
    records,
    from,
    to,
  })) {
    const reference = gateway?.reference ?? shop?.reference;
    if (reference != null) differences.push({ reference: reference.toUpperCase(), kind });
  }
  return differences;
}
