import { createOnce } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { Payment } from '../../../model/payments/payment.ts';
import type { PaymentChange, PaymentUpdateChange } from '../../../model/payments/payment-change.ts';
import { toRowShape, type Column } from '../columns.ts';
import { paymentFields, paymentGroups, type Tables } from '../schema.ts';

/** A row of the table of payments, without its key. A payment has groups of fields, and the table has flat columns. */
type PaymentRow = Omit<Tables['pgwPayments'], 'referenceKey'>;

type Values = Readonly<Record<string, unknown>>;

const fields = Object.entries<Column>(paymentFields);
const groups = Object.entries(paymentGroups).map(([name, group]) => ({
  name,
  isOptional: group.isOptional,
  columns: Object.entries<Column>(group.fields).map(([field, column]) => ({
    field,
    name: group.columnOf(field),
    column,
  })),
}));

// If a type error here names a field, add the field to `paymentFields` or `paymentGroups` of `schema.ts`.
const getPaymentSchema = createOnce<z.ZodType<Payment>>(() =>
  z.object({ ...toRowShape(paymentFields), ...toRowShape(paymentGroups) }),
);

/** Reads a payment. Its row is validated, so that a row that was edited by hand and is invalid is detected. */
export function readPayment(row: unknown): Payment {
  // The schema validates each value.
  const values = row as Values;
  const nestedValues: Record<string, unknown> = { ...values };
  for (const { name, isOptional, columns } of groups) {
    const isAbsent = isOptional && columns.every((column) => values[column.name] === null);
    nestedValues[name] = isAbsent
      ? null
      : Object.fromEntries(columns.map((column) => [column.field, values[column.name]]));
  }
  return getPaymentSchema().parse(nestedValues);
}

/** Converts a payment to its row. */
export function toPaymentRow(payment: Payment): PaymentRow {
  // A payment has every field, so the result has every column.
  return toChangedColumns(payment) as PaymentRow;
}

/** Converts a change to the columns that it writes. */
export function toChangedColumns(change: PaymentChange | PaymentUpdateChange): Partial<PaymentRow> {
  const row: Record<string, unknown> = {};
  for (const [name, column] of fields) {
    const value = readOwn(change, name);
    if (value !== undefined) row[name] = column.encode(value);
  }
  for (const { name, columns } of groups) {
    // A group is an object, or null if it is optional.
    const group = readOwn(change, name) as object | null | undefined;
    if (group === undefined) continue;
    for (const { field, name: columnName, column } of columns) {
      const value = group === null ? null : readOwn(group, field);
      if (value !== undefined) row[columnName] = value === null ? null : column.encode(value);
    }
  }
  // The names and types are those of the columns.
  return row;
}

/** Reads a member of the object itself: a library may add members to all objects. */
function readOwn(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Values)[name] : undefined;
}
