/** The environment of a person's shell: without the settings that an npm or pnpm above passes down. */
export declare function shellEnvironment(): Record<string, string>;

/** `npm install` of these packages, or of what package.json names when the list is empty. */
export declare function npmInstall(folder: string, names?: readonly string[]): Promise<void>;
