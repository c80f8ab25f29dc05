// Polyfills for the DOM, because core-js has none. vite.legacy.config.ts lists the polyfills of core-js.
// e2e/legacy.test.ts removes all of these functions from a current browser and pays with the legacy build.

// Chrome before 69 has no toggleAttribute. Lit uses it for boolean attributes.
if (!('toggleAttribute' in Element.prototype))
  Object.defineProperty(Element.prototype, 'toggleAttribute', {
    value: function toggleAttribute(name, force) {
      const isSet = force === undefined ? !this.hasAttribute(name) : Boolean(force);
      if (!isSet) this.removeAttribute(name);
      else if (!this.hasAttribute(name)) this.setAttribute(name, '');
      return isSet;
    },
    writable: true,
    configurable: true,
  });
