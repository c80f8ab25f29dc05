import { createOnce } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { toRowSchema, type Columns, type Row, toSnakeCase } from './columns.ts';

interface Index<Name extends string> {
  readonly columns: readonly Name[];
  /** The SQL condition of the rows that the index contains. */
  readonly where?: string;
  readonly isUnique?: boolean;
}

/** The description of a table. The keys of `unique` and `indexes` are the last part of their names in the database. */
export interface Table<Of extends Columns = Columns, Fields extends Columns = Columns> {
  readonly columns: Of;
  /** Whether each row belongs to an account. Its column is not in `columns`, because `account.ts` adds it to statements. */
  readonly hasAccount: boolean;
  /** Whether the rows of an account are read in the order of the primary key. */
  readonly isOrdered: boolean;
  readonly primaryKey: readonly string[];
  readonly unique: Readonly<Record<string, readonly string[]>>;
  readonly indexes: Readonly<Record<string, Index<string>>>;
  /** Reads the columns that callers of the store receive. */
  readonly schema: z.ZodType<Row<Fields>>;
  /** Reads all columns. */
  readonly rowSchema: z.ZodType<Row<Of>>;
}

type NameOf<Fields, Internal> = keyof NoInfer<Fields & Internal> & string;

/** Describes a table. Callers of the store do not receive the columns in `internal`. */
export function table<Fields extends Columns, Internal extends Columns>(
  fields: Fields,
  {
    internal,
    hasAccount = true,
    isOrdered = false,
    primaryKey,
    unique = {},
    indexes = {},
  }: {
    readonly internal: Internal;
    readonly hasAccount?: boolean;
    readonly isOrdered?: boolean;
    readonly primaryKey: readonly NameOf<Fields, Internal>[];
    readonly unique?: Readonly<Record<string, readonly NameOf<Fields, Internal>[]>>;
    readonly indexes?: Readonly<Record<string, Index<NameOf<Fields, Internal>>>>;
  },
): Table<Fields & Internal, Fields> {
  const columns = { ...internal, ...fields };
  const schema = createOnce(() => toRowSchema(fields));
  const rowSchema = createOnce(() => toRowSchema(columns));
  return {
    columns,
    hasAccount,
    isOrdered,
    primaryKey,
    unique,
    indexes,
    get schema() {
      return schema();
    },
    get rowSchema() {
      return rowSchema();
    },
  };
}

/** An index of the rows whose first column is not null. Such a column has the time at which work is due. */
export function due<Name extends string>(...columns: readonly [Name, ...Name[]]): Index<Name> {
  return { columns, where: `${toSnakeCase(columns[0])} is not null` };
}

/** Returns the index of a column with a time since 1970, which every row has. A query that uses it has this condition. */
export function since<Name extends string>(column: Name): Index<Name> {
  return { columns: [column], where: `${toSnakeCase(column)} >= 0` };
}

/**
 * Returns the statements that create a table with its indexes. The account is in each key and index. It is the first column only
 * where rows are read in the order of the others: if a look-up by a key could use an index that begins with the account,
 * PostgreSQL without statistics would read all rows of the account.
 */
export function toCreateSql(name: string, description: Table): string[] {
  const { columns, hasAccount, isOrdered, primaryKey, unique, indexes } = description;
  const toList = (names: readonly string[], beginsWithAccount = false): string => {
    const [first = '', ...rest] = names.map(toSnakeCase);
    if (!hasAccount) return [first, ...rest].join(', ');
    return (beginsWithAccount ? ['account', first, ...rest] : [first, 'account', ...rest]).join(', ');
  };
  const definitions = Object.entries(columns).map(([column, { type, isNullable, min }]) => {
    const check = min === undefined ? '' : ` check (${toSnakeCase(column)} >= ${min})`;
    return `${toSnakeCase(column)} ${type}${isNullable ? '' : ' not null'}${check}`;
  });
  const constraints = Object.entries(unique).map(
    ([suffix, names]) => `constraint ${name}_${suffix} unique (${toList(names)})`,
  );
  const parts = [
    ...(hasAccount ? ['account integer not null'] : []),
    ...definitions,
    `primary key (${toList(primaryKey, isOrdered)})`,
    ...constraints,
  ];
  return [
    `create table ${name} (${parts.join(', ')})`,
    ...Object.entries(indexes).map(([suffix, { columns: names, where, isUnique = false }]) => {
      const condition = where === undefined ? '' : ` where ${where}`;
      const list = toList(names, where !== undefined && !isUnique);
      return `create ${isUnique ? 'unique ' : ''}index ${name}_${suffix} on ${name} (${list})${condition}`;
    }),
  ];
}
