// How a Node process of this workspace is started without a build: `@pgw/*` then means the sources of the packages, by the
// condition `pgw-source` of their exports, and Node strips the types.

/** The export condition of this workspace's packages under which they are their TypeScript sources. */
export const sourceCondition = 'pgw-source';

/** Arguments of Node, before the path of a program. */
export const fromSources = [`--conditions=${sourceCondition}`, '--disable-warning=ExperimentalWarning'];
