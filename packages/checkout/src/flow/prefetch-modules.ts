import type { StorefrontSession } from '@pgw/protocol';
import { bankModule } from '../banks/index.ts';
import { brandMarksModule } from '../card/index.ts';
import { listExtrasModule } from '../channels/index.ts';
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
  if (channels.some(({ card }) => card?.marks)) brandMarksModule.prefetch(onLoad);
  if (isInAppBrowser()) inAppBrowserModule.prefetch(onLoad);
  runWhenIdle(() => {
    if (channels.some(({ kind }) => kind === 'provider')) bankModule.prefetch();
    resultModule.prefetch();
    listExtrasModule.prefetch(({ checkContrast }) => checkContrast(root));
  });
}
