// Replaces src/element/developer-module.ts in the legacy script: no messages for developers.
export const report = () => {};
