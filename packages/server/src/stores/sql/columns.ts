import { createOnce } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { SqlType } from './rows/row-parameters.ts';

/** A column: its SQL type, and how a value is read and written. */
export interface Column<Value = unknown, Stored = Value> {
  readonly type: SqlType;
  readonly isNullable: boolean;
  /** The lowest value that the database accepts. */
  readonly min?: number;
  /** Validates a stored value and converts it. */
  readonly schema: z.ZodType<Value>;
  /** Converts a value to the stored value. */
  encode(value: Value): Stored;
}

/** The columns of a table by their names in camelCase. In the database, the names are in snake_case. */
export type Columns = Readonly<Record<string, Column>>;

/** A row in the database. */
export type StoredRow<Of extends Columns> = { readonly [Name in keyof Of]: ReturnType<Of[Name]['encode']> };

/** A row after it was read. */
export type Row<Of extends Columns> = { readonly [Name in keyof Of]: z.output<Of[Name]['schema']> };

const keep = <Value>(value: Value): Value => value;

type Lazy<Of extends { readonly schema: object }> = Omit<Of, 'schema'> & {
  readonly schema: () => Of['schema'];
};

/** Returns an object whose schema is created when it is first read, because creating all schemas of the tables would delay the import. */
export function withLazySchema<Of extends { readonly schema: object }>({ schema, ...values }: Lazy<Of>): Of {
  const create = createOnce(schema);
  // TypeScript cannot express that the values and the getter have all properties.
  return Object.defineProperty(values, 'schema', { get: create, enumerable: true }) as unknown as Of;
}

function defineColumn<Value, Stored = Value>(definition: Lazy<Column<Value, Stored>>): Column<Value, Stored> {
  return withLazySchema(definition);
}

/** An integer column. PostgreSQL's drivers return a bigint as text. */
export const integerSchema = z.coerce.number<string | number>().int();

/** A text. */
export function text(): Column<string> {
  return defineColumn({ type: 'text', isNullable: false, schema: () => z.string(), encode: keep });
}

/** One of some texts. */
export function oneOf<const Value extends string>(values: readonly Value[]): Column<Value> {
  return defineColumn({ type: 'text', isNullable: false, schema: () => z.enum(values), encode: keep });
}

interface NumberOptions {
  readonly min?: number;
}

/** A number of at most 32 bits, such as a count or a status. */
export function integer({ min }: NumberOptions = {}): Column<number> {
  return toIntegerColumn('integer', min);
}

/** An amount in minor units, or a time in milliseconds since the Unix epoch. */
export function bigint({ min }: NumberOptions = {}): Column<number> {
  return toIntegerColumn('bigint', min);
}

function toIntegerColumn(type: 'integer' | 'bigint', min: number | undefined): Column<number> {
  const schema = () => (min === undefined ? integerSchema : integerSchema.min(min));
  return defineColumn({ type, isNullable: false, schema, encode: keep, ...(min !== undefined && { min }) });
}

/** A number that may have a fraction. */
export function decimal(): Column<number> {
  const schema = () => z.coerce.number<string | number>();
  return defineColumn({ type: 'double precision', isNullable: false, schema, encode: keep });
}

/** True or false, stored as 1 or 0. */
export function flag(): Column<boolean, number> {
  return defineColumn<boolean, number>({
    type: 'integer',
    isNullable: false,
    schema: () => integerSchema.transform((value) => value === 1),
    encode: (value) => (value ? 1 : 0),
  });
}

/** A value that is stored as JSON. */
export function json<Value>(schema: z.ZodType<Value>): Column<Value, string> {
  return defineColumn<Value, string>({
    type: 'text',
    isNullable: false,
    schema: () =>
      z
        .string()
        .transform((value): unknown => JSON.parse(value))
        .pipe(schema),
    encode: (value) => JSON.stringify(value),
  });
}

/** A column that may be null. */
export function nullable<Value, Stored>(
  required: Column<Value, Stored>,
): Column<Value | null, Stored | null> {
  const { type, min } = required;
  return defineColumn<Value | null, Stored | null>({
    type,
    isNullable: true,
    ...(min !== undefined && { min }),
    schema: () => required.schema.nullable(),
    encode: (value) => (value === null ? null : required.encode(value)),
  });
}

/** Fields of a value that belong together. The column of a field is named after the group and the field. */
export interface Group<Prefix extends string, Fields extends Columns, IsOptional extends boolean> {
  /** The columns by the names of the fields. */
  readonly fields: Fields;
  readonly columns: GroupColumns<Prefix, Fields, IsOptional>;
  readonly isOptional: IsOptional;
  /** The schema of the fields, or of null if all columns of an optional group are null. */
  readonly schema: z.ZodType<IsOptional extends true ? Row<Fields> | null : Row<Fields>>;
  /** Returns the name of the column of a field. */
  columnOf(field: string): string;
}

type ColumnName<Prefix extends string, Field> = Field extends string
  ? Prefix extends ''
    ? Field
    : `${Prefix}${Capitalize<Field>}`
  : never;

type GroupColumns<Prefix extends string, Fields extends Columns, IsOptional extends boolean> = {
  readonly [Field in keyof Fields as ColumnName<Prefix, Field>]: IsOptional extends true
    ? Column<z.output<Fields[Field]['schema']> | null, ReturnType<Fields[Field]['encode']> | null>
    : Fields[Field];
};

/** A group that every row has. With the prefix '', a column has the name of its field. */
export function group<const Prefix extends string, Fields extends Columns>(
  prefix: Prefix,
  fields: Fields,
): Group<Prefix, Fields, false> {
  const columnOf = (field: string): string => toColumnName(prefix, field);
  const columns = Object.entries(fields).map(([field, column]) => [columnOf(field), column]);
  // `fromEntries` cannot express that each name has its own type.
  const typedColumns = Object.fromEntries(columns) as GroupColumns<Prefix, Fields, false>;
  return withLazySchema<Group<Prefix, Fields, false>>({
    fields,
    columns: typedColumns,
    isOptional: false,
    schema: () => toRowSchema(fields),
    columnOf,
  });
}

/** A group whose columns are all null in a row without it. */
export function optionalGroup<const Prefix extends string, Fields extends Columns>(
  prefix: Prefix,
  fields: Fields,
): Group<Prefix, Fields, true> {
  const columnOf = (field: string): string => toColumnName(prefix, field);
  const columns = Object.entries(fields).map(([field, column]) => [columnOf(field), nullable(column)]);
  // `fromEntries` cannot express that each name has its own type.
  const typedColumns = Object.fromEntries(columns) as GroupColumns<Prefix, Fields, true>;
  return withLazySchema<Group<Prefix, Fields, true>>({
    fields,
    columns: typedColumns,
    isOptional: true,
    schema: () => toRowSchema(fields).nullable(),
    columnOf,
  });
}

function toColumnName(prefix: string, field: string): string {
  return prefix === '' ? field : `${prefix}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

type WithSchemas = Readonly<Record<string, { readonly schema: z.ZodType }>>;
type RowShape<Of extends WithSchemas> = { readonly [Name in keyof Of]: Of[Name]['schema'] };

/** Returns the schemas of columns or groups by their names. */
export function toRowShape<Of extends WithSchemas>(columns: Of): RowShape<Of> {
  const schemas = Object.entries(columns).map(([name, { schema }]) => [name, schema]);
  // `fromEntries` cannot express that each name has its own type.
  return Object.fromEntries(schemas) as RowShape<Of>;
}

/** Returns the schema of a row. Other columns are ignored. */
export function toRowSchema<Of extends Columns>(columns: Of): z.ZodType<Row<Of>> {
  // zod cannot express the output of a mapped shape.
  return z.object(toRowShape(columns)) as unknown as z.ZodType<Row<Of>>;
}

/** Converts values to the stored values of their columns. */
export function encode<Of extends Columns>(columns: Of, row: Row<Of>): StoredRow<Of> {
  const values = Object.entries(columns).map(([name, column]) => [name, column.encode(row[name])]);
  // `fromEntries` cannot express that each name has its own type.
  return Object.fromEntries(values) as StoredRow<Of>;
}

/** Returns the SQL types of columns. */
export function toColumnTypes<Of extends Columns>(columns: Of): { readonly [Name in keyof Of]: SqlType } {
  const types = Object.entries(columns).map(([name, { type }]) => [name, type]);
  // `fromEntries` cannot express that each name has its own type.
  return Object.fromEntries(types) as { readonly [Name in keyof Of]: SqlType };
}

/** Returns some columns, in the order of the names. */
export function pickColumns<Of extends Columns, Name extends keyof Of & string>(
  columns: Of,
  names: readonly Name[],
): Pick<Of, Name> {
  const picked = names.map((name) => [name, columns[name]]);
  // `fromEntries` cannot express that each name has its own type.
  return Object.fromEntries(picked) as Pick<Of, Name>;
}

/** Converts a camelCase name to snake_case. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
