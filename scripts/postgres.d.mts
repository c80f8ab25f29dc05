/** A server of the tests' own. */
export interface PostgresServer {
  readonly url: string;
  /** The first of its processes, whose children the others are. */
  pid(): number | undefined;
  /** Immediate shutdown, as if the machine had lost its power. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}
export declare function postgresFolder(): string;
export declare function ensurePostgres(): string;
export declare function startPostgres(): Promise<PostgresServer>;
