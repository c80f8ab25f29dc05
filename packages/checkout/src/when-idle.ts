/** Runs something when the page has nothing better to do. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 200);
}
