import { lazyModule, type LazyModule } from '../element/lazy-module.ts';
import type { Texts } from './en.ts';

/**
 * The languages that come with the elements, besides English, each by the tag under which it is shown. To add one, write its file
 * after the model of en.ts and add its line here: every build, the server and the tests read this table.
 */
export const languages: Readonly<Record<string, LazyModule<{ readonly texts: Texts }>>> = {
  ms: lazyModule(() => import('./ms.ts')),
  'zh-Hans': lazyModule(() => import('./zh-hans.ts')),
  ta: lazyModule(() => import('./ta.ts')),
  id: lazyModule(() => import('./id.ts')),
  th: lazyModule(() => import('./th.ts')),
};
