/** Calls a function when the browser is idle. */
export function runWhenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 200);
}
