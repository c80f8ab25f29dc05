// Chrome 85 to 92 parse the modern build, but do not have all functions that it calls. There the build ends here, so
// that loader/checkout.js can load the legacy build, which has its own copy of Lit. The condition is that of the loader.
// In a document with the syntax of XML, no browser parses the templates of Lit; the legacy build names this reason.
if (!CSS.supports('accent-color', 'red') || document.contentType.endsWith('xml'))
  throw new Error('pgw: this browser needs the build of checkout.js: https://pgw-js.github.io/pgw/widget.');
