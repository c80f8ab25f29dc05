/**
 * Calls `stop` when the npm command that started this script was stopped. npm starts a shell, and the shell
 * starts this script. If npm receives SIGTERM, only the shell receives it too, and ends. So this function
 * checks every half a second whether the parent process has changed.
 *
 * Returns the timer, for `clearInterval`. Without npm it does nothing and returns undefined.
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
