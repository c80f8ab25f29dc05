// Arguments for Node processes of this workspace that run without a build. The export condition `pgw-source`
// loads `@pgw/*` from the TypeScript sources. Node strips the types.

/** The export condition that selects the TypeScript sources of the packages. */
export const sourceCondition = 'pgw-source';

/** Arguments of Node. They come before the path of the program. */
export const fromSources = [`--conditions=${sourceCondition}`, '--disable-warning=ExperimentalWarning'];
