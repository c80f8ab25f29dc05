import type { Connection } from './connection.ts';

type Statements = Readonly<Record<string, (connection: Connection, ...values: never[]) => unknown>>;

type Methods<Of extends Statements> = {
  readonly [Name in keyof Of]: Of[Name] extends (
    connection: Connection,
    ...values: infer Values
  ) => infer Result
    ? (...values: Values) => Result
    : never;
};

/** Returns the functions of a module without their first parameter, which is the connection. */
export function bindAll<Of extends Statements>(connection: Connection, statements: Of): Methods<Of> {
  const methods = Object.entries(statements).map(([name, statement]) => [
    name,
    (...values: never[]) => statement(connection, ...values),
  ]);
  // `fromEntries` cannot express that each name has its own type.
  return Object.fromEntries(methods) as Methods<Of>;
}
