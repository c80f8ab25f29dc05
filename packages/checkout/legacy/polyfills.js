// Polyfills for the DOM, which core-js does not have. vite.legacy.config.ts lists those of core-js. e2e/legacy.test.ts removes all of
// these functions from a current browser and pays with the legacy build.

// Before Chrome 69. Lit uses it for boolean attributes.
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
