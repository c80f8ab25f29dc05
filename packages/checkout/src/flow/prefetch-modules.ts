import type { StorefrontSession } from '@pgw/protocol';
import { getKind, listExtrasModule } from '../channels/index.ts';
import { runWhenIdle } from '../element/when-idle.ts';
import { inAppBrowserModule, isInAppBrowser } from '../pay/index.ts';
import { resultModule } from '../result/index.ts';

interface PrefetchOptions {
  readonly root: ParentNode;
  /** Called after a module for the list was loaded. */
  readonly onLoad: () => void;
}

/**
 * Loads the modules for the list immediately, and the modules for the next steps when the browser is idle.
 */
export function prefetchModules(session: StorefrontSession | null, { root, onLoad }: PrefetchOptions): void {
  const channels = session?.channels ?? [];
  for (const channel of channels) getKind(channel).prefetchForList?.(channel, onLoad);
  if (isInAppBrowser()) inAppBrowserModule.prefetch(onLoad);
  runWhenIdle(() => {
    for (const kind of new Set(channels.map(getKind))) kind.prefetchPanel?.();
    resultModule.prefetch();
    listExtrasModule.prefetch(({ checkContrast }) => checkContrast(root));
  });
}
