export function onNpmStopped(stop: () => void): NodeJS.Timeout | undefined;
