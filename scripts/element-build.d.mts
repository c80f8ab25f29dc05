export function ensureElementBuilt(): void;
export function buildElement(): void;
/** Whether the element's files are those of the present sources. */
export function isElementBuilt(): boolean;
