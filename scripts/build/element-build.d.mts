/** Builds the element's files if they are not up to date. Throws if the build fails. */
export function ensureElementBuilt(): void;
/** Builds the element's files. Throws if the build fails. */
export function buildElement(): void;
/** True if the element's files are up to date. */
export function isElementBuilt(): boolean;
