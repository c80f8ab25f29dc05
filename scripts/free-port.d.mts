/** Returns a free port of this machine. No other call, in any process, returns it while this process runs. */
export declare function findFreePort(): Promise<number>;
