/** Returns the likely cause of a failed installation and the next step. `output` is what npm and pnpm printed. */
export declare function describeInstallFailure(output: string): string;
