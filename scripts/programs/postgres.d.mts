/** A PostgreSQL server that a test has started. */
export interface PostgresServer {
  readonly url: string;
  /** The id of the main process of the server. */
  pid(): number | undefined;
  /** Shuts the server down immediately, like a crash. */
  crash(): Promise<void>;
  /** Stops the server after it has written everything. Its data remains. */
  shutDown(): Promise<void>;
  /** The folder of its data. */
  readonly data: string;
  /** Starts the server again after a crash. */
  restart(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}
/** The folder of initdb and postgres. Throws an error with the next step if there is none. */
export declare function findPostgresFolder(): string;
/** The folder of a complete PostgreSQL, with pg_dump and psql, or undefined if there is none. */
export declare function findCompletePostgres(): string | undefined;
/** The reason why tests that need a complete PostgreSQL cannot run, or undefined if there is one. */
export declare function whyNoCompletePostgres(): string | undefined;
/** Installs a complete PostgreSQL from Debian if it is missing and that needs no password. */
export declare function installPostgres(): void;
/** Throws an error with the next step if the tests would have no PostgreSQL at all. */
export declare function requireAnyPostgres(): void;
/** Starts a new, empty server on a free port. `folder` has its programs. Default: {@link findPostgresFolder}. */
export declare function startPostgres(folder?: string): Promise<PostgresServer>;
/**
 * Starts a server whose data is a copy of a folder. `environment` receives the folder of its data and returns more variables of
 * its environment. `settings` are texts such as `fsync=off`.
 */
export declare function startPostgresFrom(
  folder: string,
  options?: {
    readonly environment?: (data: string) => Readonly<Record<string, string>>;
    readonly settings?: readonly string[];
    /** How often a start is tried again. Default: 50. */
    readonly maxAttempts?: number;
  },
): Promise<PostgresServer>;
/**
 * Starts a streaming replica of the server with this URL, which may be that of a proxy. `folder` has the programs.
 * Default: {@link findCompletePostgres}. It accepts reads until `select pg_promote()` ends the replication.
 */
export declare function startReplica(url: string, folder?: string): Promise<PostgresServer>;
