import { scenes, show } from './gallery.ts';

// The script that takes pictures calls `show` with each of these names.
Object.assign(globalThis, { show, sceneNames: Object.keys(scenes) });

// A frame of the gallery shows the scene that its URL names.
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
