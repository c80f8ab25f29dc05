/** The required interface of a connection pool. `Pool` of the package `pg` has it. */
export interface PgLike {
  /** Takes a connection from the pool, or rejects. `release` returns the connection. */
  connect(): Promise<PgLikeClient>;
  /**
   * `max` is the maximum number of connections, 10 by default. `connectionTimeoutMillis` is how long `connect` waits, in
   * milliseconds. Without it, the store waits 30 seconds.
   */
  readonly options?:
    | { readonly max?: number | undefined; readonly connectionTimeoutMillis?: number | undefined }
    | undefined;
  /** Adds a listener for failures of idle connections. Without a listener, such a failure ends the process. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Adds a listener that receives each new connection. */
  on?(event: 'connect', listener: (client: PgLikeClient) => void): unknown;
}

/** The required interface of a connection. */
export interface PgLikeClient {
  /** Runs one statement with the values of `$1`, `$2` and so on. */
  query(text: string, values: unknown[]): Promise<PgLikeResult>;
  /** Returns the connection to the pool. With `destroy`, the connection is closed and not used again. */
  release(destroy?: boolean): void;
  /** Adds a listener for failures of this connection. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

/** The required interface of a query result. */
export interface PgLikeResult {
  /** The command that PostgreSQL completed, such as `UPDATE`. Without it, changed rows are not counted. */
  readonly command?: string | undefined;
  /** The number of rows that the statement returned or changed. Null for other statements. */
  readonly rowCount: number | null;
  /** The returned rows as objects, with the values by column name. */
  readonly rows: unknown[];
}

/** The options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** The shop's own pool. `close` does not end it. */
  readonly pool: PgLike;
}

/** The `tx` of `onPaid`: it writes in the transaction that marks a payment fulfilled. */
export interface PostgresTransaction {
  /** Runs one statement with the values of `$1`, `$2` and so on. Rejects when the transaction has ended. */
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;
}
