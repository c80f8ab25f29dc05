import {
  BinaryOperationNode,
  CamelCasePlugin,
  ColumnNode,
  DeleteQueryNode,
  InsertQueryNode,
  OnConflictNode,
  OperatorNode,
  PrimitiveValueListNode,
  QueryNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  sql,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  type RootOperationNode,
} from 'kysely';
import type { Tables, Database } from './schema.ts';

/** The account of statements that belong to none, and of the quotas and counts that all accounts share. */
export const noAccount = 0;

/** The tables whose rows belong to no account. */
const sharedTables: ReadonlySet<string> = new Set<keyof Tables>(['pgwAccounts', 'pgwMigrations']);

const camelCase = new CamelCasePlugin();
const column = ColumnNode.create('account');

/** Returns the query builder of an account. */
export function bindAccount(db: Kysely<Tables>, account: number): Database {
  return Object.assign(db.withPlugin(createPlugin(account)), { account });
}

/** Returns the query builder for all accounts with an id of the shop: it can only delete and clear. */
export function bindShopAccounts(db: Kysely<Tables>): Database {
  const isOfShop =
    sql`(account = ${noAccount} or account in (select id from pgw_accounts where shop_id is not null))`.toOperationNode();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, ...rest }) => {
      if (!DeleteQueryNode.is(node) && !UpdateQueryNode.is(node))
        throw new Error('Rows can only be deleted or cleared for all accounts.');
      return camelCase.transformQuery({ ...rest, node: QueryNode.cloneWithWhere(node, isOfShop) });
    },
    transformResult: (result) => camelCase.transformResult(result),
  };
  return Object.assign(db.withPlugin(plugin), { account: noAccount });
}

/** Returns the query builder for SQL texts whose rows keep the names of their columns. */
export function withoutPlugins(db: Database): Database {
  return Object.assign(db.withoutPlugins(), { account: db.account });
}

/** Adds the account to each built query, and converts names between camelCase and snake_case. */
function createPlugin(account: number): KyselyPlugin {
  const value = ValueNode.create(account);
  const isOwn = BinaryOperationNode.create(ReferenceNode.create(column), OperatorNode.create('='), value);
  return {
    transformQuery: ({ node, ...rest }) =>
      camelCase.transformQuery({ ...rest, node: addAccount(node, isOwn, account) }),
    transformResult: (result) => camelCase.transformResult(result),
  };
}

function addAccount(node: RootOperationNode, isOwn: OperationNode, account: number): RootOperationNode {
  if (InsertQueryNode.is(node)) return isShared(node.into) ? node : addAccountOfRows(node, account);
  if (SelectQueryNode.is(node))
    return isShared(node.from?.froms[0]) ? node : QueryNode.cloneWithWhere(node, isOwn);
  if (UpdateQueryNode.is(node)) return isShared(node.table) ? node : QueryNode.cloneWithWhere(node, isOwn);
  if (DeleteQueryNode.is(node))
    return isShared(node.from.froms[0]) ? node : QueryNode.cloneWithWhere(node, isOwn);
  // A SQL text has the account in its text, and the tables are created for all accounts.
  return node;
}

function isShared(node: OperationNode | undefined): boolean {
  if (node === undefined || !TableNode.is(node))
    throw new Error('A query of the payment store must begin with one table.');
  return sharedTables.has(node.table.identifier.name);
}

function addAccountOfRows(node: InsertQueryNode, account: number): InsertQueryNode {
  const { columns = [], values, onConflict } = node;
  if (values === undefined || !ValuesNode.is(values))
    throw new Error('A query of the payment store must insert values.');
  const rows = values.values.map((row) =>
    PrimitiveValueListNode.is(row)
      ? PrimitiveValueListNode.create([...row.values, account])
      : ValueListNode.create([...row.values, ValueNode.create(account)]),
  );
  const keys = onConflict?.columns;
  return InsertQueryNode.cloneWith(node, {
    columns: [...columns, column],
    values: ValuesNode.create(rows),
    ...(onConflict !== undefined &&
      keys !== undefined && {
        onConflict: OnConflictNode.cloneWith(onConflict, { columns: [column, ...keys] }),
      }),
  });
}
