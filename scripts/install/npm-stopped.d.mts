/** Calls `stop` when the npm command that started this script was stopped. Does nothing without npm. */
export function onNpmStopped(stop: () => void): NodeJS.Timeout | undefined;
