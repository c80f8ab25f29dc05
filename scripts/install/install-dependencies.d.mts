/** Returns the command of pnpm: the installed one if its major version is right, or npx with the right version. */
export declare function findPnpm(): [program: string, ...args: string[]];
