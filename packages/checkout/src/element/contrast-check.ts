import { lazyModule } from './lazy-module.ts';

/** The page is rendered by then. */
const delayMs = 3000;

const warning = lazyModule(() => import('./contrast-warning.ts'));

/** Warns the developer of a page about colors that cannot be read. Only pages under development are served by plain http. */
export function checkContrast(root: ParentNode): void {
  if (location.protocol !== 'http:') return;
  setTimeout(() => {
    warning.load().then(
      ({ warnAboutContrast }) => warnAboutContrast(root),
      () => {},
    );
  }, delayMs);
}
