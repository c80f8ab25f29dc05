/** A pgbouncer that a test has started. */
export interface Pgbouncer {
  /** The URL of the pooler. It has the path of the server's URL. */
  readonly url: string;
  stop(): Promise<void>;
}
/** The reason why tests that need pgbouncer cannot run, or undefined if it is installed. */
export declare function whyNoPgbouncer(): string | undefined;
/** Installs Debian's pgbouncer if it is missing and can be installed without a password. */
export declare function installPgbouncer(): void;
/**
 * Starts a pgbouncer for a PostgreSQL server. Throws an error with the next step if pgbouncer is not
 * installed.
 */
export declare function startPgbouncer(options: {
  readonly url: string;
  readonly connections: number;
}): Promise<Pgbouncer>;
