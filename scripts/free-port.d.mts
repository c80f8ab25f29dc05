/** Returns a free port of this machine. The system does not give it to another process. */
export declare function findFreePort(): Promise<number>;
