/** A pooler of the tests' own, before a server of theirs. */
export interface Pgbouncer {
  readonly url: string;
  stop(): Promise<void>;
}
export declare function pgbouncerProgram(): string | undefined;
export declare function ensurePgbouncer(): void;
export declare function startPgbouncer(options: {
  readonly url: string;
  readonly connections: number;
}): Promise<Pgbouncer>;
