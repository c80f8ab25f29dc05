/** The export condition that selects the TypeScript sources of the packages. */
export const sourceCondition: string;
/** Arguments of Node that load the packages from their sources. They come before the path of the program. */
export const fromSources: readonly string[];
