import { normalizeReference } from '@pgw/protocol';
import type { ExpressionBuilder } from 'kysely';
import { isDisputed } from '../../../model/payments/discrepancy.ts';
import type { ErasedSubject, Erasure } from '../../../model/ports/store.ts';
import { isOpen, type Operation } from '../../../model/operations/operation.ts';
import type { Payment } from '../../../model/payments/payment.ts';
import type { Note } from '../../../model/payments/timeline.ts';
import type { PaymentState } from '../../../model/payments/payment-state.ts';
import { Rollback, type Connection } from '../connection.ts';
import { readPayment } from '../rows/payment-row.ts';
import { tables, type Tables, type Database } from '../schema.ts';
import { insertNotes } from './notes.ts';

/** Error thrown to roll an erasure back, because something is not final. */
class OpenPartsFound extends Rollback {
  readonly openParts: readonly string[];

  constructor(openParts: readonly string[]) {
    super();
    this.openParts = openParts;
  }
}

const erasureKind = 'personal-data-erased';

/** The text of an erased timeline entry. Its time, its source and its kind are kept. */
const erasedText = 'The text was erased.';

/** Erases personal data; see `ErasureStore.erase`. */
export async function erase(connection: Connection, subject: ErasedSubject): Promise<Erasure> {
  try {
    return await connection.transaction((db) => eraseIn(connection, db, subject));
  } catch (error) {
    if (error instanceof OpenPartsFound) return { state: 'refused', openParts: error.openParts };
    throw error;
  }
}

async function eraseIn(connection: Connection, db: Database, subject: ErasedSubject): Promise<Erasure> {
  // The new versions lock the rows, and conflict with every change that was planned before.
  const payments = 'orderId' in subject ? await lockPayments(db, subject.orderId) : [];
  const keysOfPayments = payments.map(({ reference }) => normalizeReference(reference));
  const operations = await lockOperations(db, subject, keysOfPayments);
  const rows =
    'payoutId' in subject && operations.length === 0
      ? await findPayoutRequests(db, subject.payoutId)
      : operations;
  // Before its approval, the entries of a payout have its id as their reference.
  const keys =
    'orderId' in subject
      ? keysOfPayments
      : rows.flatMap(({ reference, id }) => [reference, id].map(normalizeReference));
  if (keys.length === 0) return { state: 'unknown' };
  const prefixes = 'orderId' in subject ? subject.orderPrefixes : [];
  const approvals = [...payments.map(({ reference }) => reference), ...rows.map(({ id }) => id)];
  const openParts = [
    ...payments.flatMap(describeOpenPayment),
    ...operations.flatMap(describeOpenOperation),
    ...(await describeOpenRows(db, keys, prefixes)),
    ...(await describeOpenApprovals(db, approvals)),
  ];
  if (openParts.length > 0) throw new OpenPartsFound(openParts);
  await eraseRows(db, keys, prefixes);
  await db.updateTable('pgwApprovals').set({ reason: null }).where(ofApprovals(approvals)).execute();
  const { at, text } = subject;
  const notes: Note[] = [];
  for (const reference of new Set([...payments, ...rows].map((row) => row.reference)))
    if ((await findNewestKind(db, reference)) !== erasureKind)
      notes.push({ at, text, reference, source: 'operator', kind: erasureKind });
  await insertNotes(connection, db, notes);
  return { state: 'erased', payments: payments.length, operations: operations.length };
}

/** Finds the request for a payout that a second person has not approved. Its entries have its id as their reference. */
async function findPayoutRequests(db: Database, id: string) {
  const approvals = db.selectFrom('pgwApprovals').select(['id', 'id as reference']).where('id', '=', id);
  return approvals.where('kind', '=', 'payout').execute();
}

async function lockPayments(db: Database, orderId: string): Promise<Payment[]> {
  const rows = await db
    .updateTable('pgwPayments')
    .set((expression) => ({ version: expression('version', '+', 1) }))
    .where('orderId', '=', orderId)
    .returningAll()
    .execute();
  return rows.map(readPayment);
}

async function lockOperations(
  db: Database,
  subject: ErasedSubject,
  keysOfPayments: readonly string[],
): Promise<Operation[]> {
  const update = db
    .updateTable('pgwOperations')
    .set((expression) => ({ version: expression('version', '+', 1) }))
    .returningAll();
  const rows = await (
    'orderId' in subject
      ? update.where('referenceKey', 'in', [...keysOfPayments, ''])
      : update.where('id', '=', subject.payoutId).where('kind', '=', 'payout')
  ).execute();
  return rows.map((row) => tables.pgwOperations.schema.parse(row));
}

const openStates: ReadonlySet<PaymentState> = new Set<PaymentState>([
  'created',
  'unknown',
  'open',
  'authorized',
  'review',
  'refunding',
  'reversed',
]);

function describeOpenPayment(payment: Payment): string[] {
  const { reference, state, fulfillment, schedule } = payment;
  if (openStates.has(state)) return [`payment ${reference} is ${state}`];
  if (isDisputed(payment)) return [`payment ${reference} has a discrepancy`];
  if (fulfillment.state === 'due' || fulfillment.state === 'dead')
    return [`the fulfillment of payment ${reference} is ${fulfillment.state}`];
  return schedule.nextQueryAt === null ? [] : [`payment ${reference} is queried again`];
}

function describeOpenOperation(operation: Operation): string[] {
  const { kind, id, state, nextQueryAt } = operation;
  if (isOpen(operation)) return [`${kind} ${id} is ${state}`];
  return nextQueryAt === null ? [] : [`${kind} ${id} is queried again`];
}

/** Describes callbacks, calls of hooks, discrepancies and unknown transactions that are not handled. */
async function describeOpenRows(
  db: Database,
  keys: readonly string[],
  prefixes: readonly string[],
): Promise<string[]> {
  const [callback, hook, discrepancy, transaction] = [
    await db
      .selectFrom('pgwCallbacks')
      .select('id')
      .where('referenceKey', 'in', keys)
      .where('dueAt', 'is not', null)
      .executeTakeFirst(),
    await db
      .selectFrom('pgwHooks')
      .select(['name', 'state'])
      .where('referenceKey', 'in', keys)
      .where('state', 'in', ['due', 'dead'])
      .executeTakeFirst(),
    await db
      .selectFrom('pgwDiscrepancies')
      .select('code')
      .where('referenceKey', 'in', keys)
      .where('isAccepted', '=', 0)
      .executeTakeFirst(),
    await db
      .selectFrom('pgwUnknownTransactions')
      .select('transactionNumber')
      .where('orderPrefix', 'in', [...prefixes, ''])
      .where('resolution', 'is', null)
      .executeTakeFirst(),
  ];
  return [
    ...(callback === undefined ? [] : ['a callback is not handled']),
    ...(hook === undefined ? [] : [`a call of ${hook.name} is ${hook.state}`]),
    ...(discrepancy === undefined ? [] : [`the discrepancy ${discrepancy.code} is not accepted`]),
    ...(transaction === undefined
      ? []
      : [`the unknown transaction ${transaction.transactionNumber} is not resolved`]),
  ];
}

/** The requests of a second person's approval for refunds of these payments, or for these payouts. */
function ofApprovals(subjects: readonly string[]) {
  return (where: ExpressionBuilder<Tables, 'pgwApprovals'>) =>
    where.or([where('reference', 'in', subjects), where('id', 'in', subjects)]);
}

async function describeOpenApprovals(db: Database, subjects: readonly string[]): Promise<string[]> {
  const approval = await db
    .selectFrom('pgwApprovals')
    .select(['id', 'state'])
    .where(ofApprovals(subjects))
    .where('state', 'in', ['waiting', 'approved'])
    .executeTakeFirst();
  return approval === undefined ? [] : [`the approval ${approval.id} is ${approval.state}`];
}

async function findNewestKind(db: Database, reference: string): Promise<Note['kind'] | undefined> {
  const notes = db.selectFrom('pgwNotes').select('kind').orderBy('id', 'desc').limit(1);
  return (await notes.where('referenceKey', '=', normalizeReference(reference)).executeTakeFirst())?.kind;
}

async function eraseRows(db: Database, keys: readonly string[], prefixes: readonly string[]): Promise<void> {
  await db
    .updateTable('pgwPayments')
    .set({ description: null, redirect: null })
    .where('referenceKey', 'in', keys)
    .execute();
  await db
    .updateTable('pgwOperations')
    .set({ beneficiary: null, reason: null, message: null, receiptUrl: null })
    .where('referenceKey', 'in', keys)
    .execute();
  // The newest entry of the store stays, because it is the position of its history.
  await db
    .updateTable('pgwNotes')
    .set({ text: erasedText })
    .where('referenceKey', 'in', keys)
    .where('kind', '!=', erasureKind)
    .execute();
  await db
    .updateTable('pgwCallbacks')
    .set({ rawBody: '{}', signature: '' })
    .where('referenceKey', 'in', keys)
    .execute();
  await db
    .updateTable('pgwUnknownTransactions')
    .set({ rawBody: null, reason: null })
    .where('orderPrefix', 'in', [...prefixes, ''])
    .where('resolution', 'is not', null)
    .execute();
}
