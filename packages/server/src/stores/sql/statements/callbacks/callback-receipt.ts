import * as z from '@pgw/protocol/zod';
import type { Payment } from '../../../../model/payments/payment.ts';
import type { CallbackReceipt, StoredCallback } from '../../../../model/ports/callbacks.ts';
import { withoutPlugins } from '../../account.ts';
import type { Connection } from '../../connection.ts';
import type { ColumnTypes } from '../../rows/row-parameters.ts';
import { runBulkStatement, type BulkStatement } from '../../rows/bulk-statement.ts';
import { toSnakeCase } from '../../rows/snake-case.ts';
import { callbackColumns, toCallbackRow, toCallbackInsertSql, type CallbackRow } from './callbacks.ts';
import { tables } from '../../schema.ts';
import { readPayment } from '../../rows/payment-row.ts';

/** The maximum number of callbacks in one statement. */
const maxBatchSize = 100;

/** The URL for which a callback was verified, and when it is due. */
export interface ReceiptOptions {
  readonly callbackUrl: string;
  readonly dueAt: number;
}

type Receive = (callback: StoredCallback, options: ReceiptOptions) => Promise<CallbackReceipt | undefined>;

/** Stores callbacks and reads their payments. On PostgreSQL concurrent callbacks share a statement. */
export function createCallbackReceiver(connection: Connection, { find, insert }: ReceiptSteps): Receive {
  const receiveInBatch = connection.batch('receiveCallback', {
    run: (rows: readonly ReceivedRow[]) => receive(connection, rows),
    maxBatchSize: () => maxBatchSize,
  });
  return async (callback, { callbackUrl, dueAt }) => {
    const row = toCallbackRow(callback, dueAt);
    if (connection.backend.hasWritesInWith) return receiveInBatch({ ...row, callbackUrl });
    const payment = await find(callback.reference);
    if (payment?.callbackUrl !== callbackUrl) return undefined;
    await insert(row);
    return { id: row.id, payment };
  };
}

/** The two steps for a database that cannot run both in one statement. */
interface ReceiptSteps {
  readonly find: (reference: string) => Promise<Payment | undefined>;
  readonly insert: (row: CallbackRow) => Promise<void>;
}

type ReceivedRow = CallbackRow & { readonly callbackUrl: string };

const receivedColumns: ColumnTypes = { ...callbackColumns, callbackUrl: 'text' };
// The SQL returns camelCase names. If kysely's plugin renamed the columns of each row, this would take longer
// than the validation of the row.
const paymentSelection = Object.keys(tables.pgwPayments.columns).map(
  (name) => `found.${toSnakeCase(name)} as "${name}"`,
);

const receiptStatement: BulkStatement = {
  columns: receivedColumns,
  toSql: (input) =>
    `with found as materialized (select *${input.from} join pgw_payments ` +
    `on ${input.joins('pgw_payments', 'reference_key', 'referenceKey')} and pgw_payments.callback_url = ${input.value('callbackUrl')}), ` +
    `stored as (${toCallbackInsertSql(input, 'found as input_rows')}) ` +
    `select ${paymentSelection.join(', ')}, found."id" as "callbackId" from found`,
};

const callbackIdSchema = z.object({ callbackId: z.string() });

async function receive(
  connection: Connection,
  rows: readonly ReceivedRow[],
): Promise<(CallbackReceipt | undefined)[]> {
  const rowsWithPayment = await connection.run((db) =>
    runBulkStatement(connection, withoutPlugins(db), receiptStatement, rows),
  );
  const payments = new Map(
    rowsWithPayment.map((row) => [callbackIdSchema.parse(row).callbackId, readPayment(row)]),
  );
  return rows.map(({ id }) => {
    const payment = payments.get(id);
    return payment && { id, payment };
  });
}
