/** The environment without the settings that a parent npm or pnpm passes on. */
export declare function createShellEnvironment(): Record<string, string>;

/** Runs `npm install` for these packages, or for those of package.json if the list is empty. */
export declare function installWithNpm(folder: string, names?: readonly string[]): Promise<void>;
