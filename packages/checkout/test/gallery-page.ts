import { scenes, show } from './gallery.ts';

// For scripts that drive a page: shows one scene by name. In a frame of the gallery: shows the scene of the
// address.
Object.assign(globalThis, { show, sceneNames: Object.keys(scenes) });

const query = new URLSearchParams(location.search);
const scene = query.get('scene');
if (scene !== null) {
  // The focus must not scroll the page around the frame.
  const focus = Reflect.get(HTMLElement.prototype, 'focus') as (options?: FocusOptions) => void;
  HTMLElement.prototype.focus = function focusWithoutScroll() {
    Reflect.apply(focus, this, [{ preventScroll: true }]);
  };
  document.documentElement.lang = query.get('language') ?? 'en';
  void show(scene, query.get('theme') === 'dark' ? 'dark' : 'light');
}
