// The script of the frame. Its address has the scene, the theme and the language.
import { scenes, show } from '../../packages/checkout/test/gallery.ts';
import './frame.css';

const query = new URLSearchParams(location.search);
const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
document.documentElement.lang = query.get('language') ?? 'en';
document.documentElement.style.colorScheme = theme;

// The focus must not scroll the page around the frame.
const focus = Reflect.get(HTMLElement.prototype, 'focus');
HTMLElement.prototype.focus = function focusWithoutScroll() {
  Reflect.apply(focus, this, [{ preventScroll: true }]);
};

// The gallery imports no scene: it receives their names and the height of the page.
const report = (): void =>
  parent.postMessage(
    { names: Object.keys(scenes), height: document.body.scrollHeight },
    { targetOrigin: location.origin },
  );
new ResizeObserver(report).observe(document.body);

const element = await show(query.get('scene') ?? 'ready', theme);
// No scene leaves the page: the banks and wallets of the scenes do not exist.
if ('navigation' in element && query.get('scene') === 'ready') element.navigation = { assign: () => {} };
document.body.dataset['scene'] = 'shown';
report();
