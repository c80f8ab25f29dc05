// Starts Node processes of this workspace without a build: with the export condition `pgw-source`.
// `@pgw/*` is then loaded from the sources. Node strips the types.

/** The export condition that selects the TypeScript sources of the packages. */
export const sourceCondition = 'pgw-source';

/** Arguments of Node, before the path of a program. */
export const fromSources = [`--conditions=${sourceCondition}`, '--disable-warning=ExperimentalWarning'];
