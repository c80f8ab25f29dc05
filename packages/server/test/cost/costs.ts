/** The cost of one step, which does not depend on the machine. */
export interface Cost {
  /** SQL statements, with BEGIN and COMMIT. */
  readonly statements: number;
  /** SQLite: the pages of 4,096 bytes that were written to the write-ahead log. */
  readonly pages?: number;
  /** PostgreSQL: messages to the database, each of which the store waits for. */
  readonly roundTrips?: number;
  /** Requests to the gateway. */
  readonly gatewayCalls: number;
  /** Computed HMACs: signatures of requests and callbacks, and tokens of payments. */
  readonly hmacs: number;
}

/** The cost of each step of a paid order. */
export type Costs = Readonly<Record<string, Cost>>;

export const costs: Readonly<Record<'embedded' | 'postgres', Costs>> = {
  embedded: {
    session: { statements: 1, pages: 0, gatewayCalls: 0, hmacs: 0 },
    start: { statements: 11, pages: 16, gatewayCalls: 1, hmacs: 5 },
    // SQLite runs the insertion of a timeline entry for each of three entries. This takes less time than one JSON text for all of them.
    callback: { statements: 12, pages: 13, gatewayCalls: 1, hmacs: 2 },
    'repeated callback': { statements: 9, pages: 11, gatewayCalls: 1, hmacs: 2 },
    'return after the callback': { statements: 2, pages: 3, gatewayCalls: 0, hmacs: 3 },
    'status of the payment': { statements: 1, pages: 0, gatewayCalls: 0, hmacs: 1 },
    'return before the callback': { statements: 10, pages: 9, gatewayCalls: 1, hmacs: 4 },
    // The call of `onPaid` is a row until it has succeeded, because a process that ends in `onPaid` has counted its attempt.
    'sweep that finds a payment paid': { statements: 32, pages: 24, gatewayCalls: 1, hmacs: 1 },
    'sweep without work': { statements: 9, pages: 0, gatewayCalls: 0, hmacs: 0 },
  },
  postgres: {
    session: { statements: 1, roundTrips: 1, gatewayCalls: 0, hmacs: 0 },
    start: { statements: 11, roundTrips: 11, gatewayCalls: 1, hmacs: 5 },
    callback: { statements: 9, roundTrips: 9, gatewayCalls: 1, hmacs: 2 },
    'repeated callback': { statements: 8, roundTrips: 8, gatewayCalls: 1, hmacs: 2 },
    'return after the callback': { statements: 2, roundTrips: 2, gatewayCalls: 0, hmacs: 3 },
    'status of the payment': { statements: 1, roundTrips: 1, gatewayCalls: 0, hmacs: 1 },
    'return before the callback': { statements: 9, roundTrips: 9, gatewayCalls: 1, hmacs: 4 },
    'sweep that finds a payment paid': { statements: 32, roundTrips: 32, gatewayCalls: 1, hmacs: 1 },
    'sweep without work': { statements: 9, roundTrips: 9, gatewayCalls: 0, hmacs: 0 },
  },
};
