/** A PostgreSQL server that a test has started. */
export interface PostgresServer {
  readonly url: string;
  /** The id of the main process of the server. */
  pid(): number | undefined;
  /** Shuts the server down immediately, like a crash. */
  crash(): Promise<void>;
  /** Starts the server again after a crash. */
  restart(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}
/** The folder of initdb and postgres. Throws an error with the next step if there is none. */
export declare function findPostgresFolder(): string;
/**
 * Like {@link findPostgresFolder}. Installs Debian's postgresql first if it is missing and can be installed
 * without a password.
 */
export declare function ensurePostgres(): string;
/** Starts a new, empty server on a free port. */
export declare function startPostgres(): Promise<PostgresServer>;
