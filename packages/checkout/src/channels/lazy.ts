import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type * as closePanel from './close-panel.ts';

/** The animation of a panel that closes, loaded when the browser is idle. Until then panels close without it. */
export const closePanelModule: LazyModule<typeof closePanel> = lazyModule(() => import('./close-panel.ts'));
