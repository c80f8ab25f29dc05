// Arguments for Node processes of this workspace that run without a build. With the export condition
// `pgw-source`, Node loads `@pgw/*` from the TypeScript sources and strips the types.

/** The export condition that selects the TypeScript sources of the packages. */
export const sourceCondition = 'pgw-source';

/** Arguments of Node that load the packages from their sources. They come before the path of the program. */
export const fromSources = [`--conditions=${sourceCondition}`, '--disable-warning=ExperimentalWarning'];
