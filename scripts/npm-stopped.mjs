/**
 * Calls `stop` when the shell that npm started this script in has ended. npm forwards SIGTERM to that shell only, and the shell
 * ends without forwarding it. Does nothing in a script that was started without npm. `clearInterval` ends the watch.
 */
export function onNpmStopped(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  return watch.unref();
}
