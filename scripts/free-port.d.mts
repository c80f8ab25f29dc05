/** Returns a free port of this machine. */
export declare function findFreePort(): Promise<number>;
