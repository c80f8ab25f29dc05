// What the oldest targets lack and the sources use, each only where it is missing, each as the standard has it.
// test/legacy.test.ts takes all of it away from a current browser, to see that nothing is forgotten.

if (!('globalThis' in window)) window.globalThis = window; // Chrome 71

add(Object, 'fromEntries', (entries) => {
  const object = {};
  for (const [key, value] of entries) object[key] = value;
  return object;
}); // Chrome 73

add(Array.prototype, 'flat', function flat(depth = 1) {
  return this.reduce(
    (all, item) => all.concat(Array.isArray(item) && depth > 1 ? item.flat(depth - 1) : item),
    [],
  );
}); // Chrome 69

add(Array.prototype, 'flatMap', function flatMap(change, self) {
  return this.map(change, self).flat();
}); // Chrome 69

add(String.prototype, 'replaceAll', function replaceAll(search, replacement) {
  return typeof search === 'string'
    ? this.split(search).join(replacement)
    : this.replace(search, replacement);
});

add(window, 'queueMicrotask', (task) => {
  void Promise.resolve().then(task);
}); // Chrome 71

// Lit's `?attribute=` needs it.
add(Element.prototype, 'toggleAttribute', function toggleAttribute(name, force) {
  const isWanted = force === undefined ? !this.hasAttribute(name) : Boolean(force);
  if (!isWanted) this.removeAttribute(name);
  else if (!this.hasAttribute(name)) this.setAttribute(name, '');
  return isWanted;
}); // Chrome 69

function add(owner, name, value) {
  if (name in owner) return;
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
