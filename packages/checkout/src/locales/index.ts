import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type { Texts } from './en.ts';

/**
 * The built-in languages except English, by tag. To add a language, copy ms.ts to `<tag>.ts`, translate its
 * texts and add a line to this table. All builds, the server rendering, the size limits and the tests read
 * this table.
 */
export const languages: Readonly<Record<string, LazyModule<{ readonly texts: Texts }>>> = {
  ms: lazyModule(() => import('./ms.ts')),
  'zh-Hans': lazyModule(() => import('./zh-Hans.ts')),
  ta: lazyModule(() => import('./ta.ts')),
  id: lazyModule(() => import('./id.ts')),
  th: lazyModule(() => import('./th.ts')),
};
