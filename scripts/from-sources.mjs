// Starts Node processes of this workspace without a build: with the export condition `pgw-source`, `@pgw/*` are the sources of the
// packages. Node strips the types.

/** The export condition that selects the TypeScript sources of the packages. */
export const sourceCondition = 'pgw-source';

/** Arguments of Node, before the path of a program. */
export const fromSources = [`--conditions=${sourceCondition}`, '--disable-warning=ExperimentalWarning'];
