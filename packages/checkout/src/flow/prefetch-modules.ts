import type { StorefrontSession } from '@pgw/protocol';
import { getKind } from '../channels/index.ts';
import { inAppBrowserModule, isInAppBrowser } from '../pay/index.ts';
import { resultModule } from '../result/index.ts';

/** Loads the modules for the list immediately, and those for the next steps when the browser is idle. */
export function prefetchModules(session: StorefrontSession | null, onLoad: () => void): void {
  const channels = session?.channels ?? [];
  for (const channel of channels) getKind(channel).prefetchForList?.(channel, onLoad);
  if (isInAppBrowser()) inAppBrowserModule.prefetch(onLoad);
  runWhenIdle(() => {
    for (const kind of new Set(channels.map(getKind))) kind.prefetchPanel?.();
    resultModule.prefetch();
  });
}

function runWhenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 200);
}
