export function ensureElementBuilt(): void;
export function buildElement(): void;
