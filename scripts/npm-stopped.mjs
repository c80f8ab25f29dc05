/**
 * Calls `stop` when the npm command that started this script was stopped. npm starts a shell, and the shell
 * starts this script. npm forwards SIGTERM only to the shell, and the shell exits without forwarding it, so
 * this function watches the parent process. It does nothing in a script that was started without npm.
 * `clearInterval` ends the watch.
 */
export function onNpmStopped(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parentId = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parentId) return;
    clearInterval(watch);
    stop();
  }, 500);
  return watch.unref();
}
