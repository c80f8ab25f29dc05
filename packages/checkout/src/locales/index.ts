import { createLazyModule, type LazyModule } from '../lazy-module.ts';
import type { Texts } from './en.ts';

/**
 * The built-in languages except English, by tag. To add a language, copy ms.ts to `<tag>.ts`, translate its
 * texts and add a line to this table. All builds, the server rendering, the size limits and the tests read
 * this table.
 */
export const languages: Readonly<Record<string, LazyModule<{ readonly texts: Texts }>>> = {
  ms: createLazyModule(() => import('./ms.ts')),
  'zh-Hans': createLazyModule(() => import('./zh-Hans.ts')),
  ta: createLazyModule(() => import('./ta.ts')),
  id: createLazyModule(() => import('./id.ts')),
  th: createLazyModule(() => import('./th.ts')),
};
