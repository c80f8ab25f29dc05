/* global BUILDS */
// The loader, which a page includes with a classic script tag. It loads the build that the browser can run,
// and requests the sessions of the page at the same time. If a module tag of the page loads the modern build, the
// loader loads only the legacy build, and only if the browser cannot run the module. It is written in ES5, because every browser runs
// it. loader/build.mjs replaces BUILDS with the names and the hashes of the two scripts.
(function (window) {
  var document = window.document;
  // A server has no document, and an import of the loader does nothing there.
  if (!document) return;
  // A script that another script has run, such as $.getScript of jQuery, has no tag or a tag without a URL.
  var tagScript = document.currentScript || document.createElement('script');
  var tag = 'pgw-checkout';
  var registry = window.customElements;
  var origin = location.origin;
  var directory = tagScript.src.replace(/[^/?#]*([?#].*)?$/, '');
  // The directories that may contain the files. The tag of a script that an optimizer has combined with other
  // scripts has the directory of the combined file.
  var bases = [origin + '/pgw/'];
  if (directory && directory !== bases[0])
    bases[/\/checkout\.js([?#]|$)/.test(tagScript.src) ? 'unshift' : 'push'](directory);
  // The default endpoint is the directory of the script. A script from another origin is on a CDN, to which
  // orders are never sent.
  var endpoint = bases[0].indexOf(origin + '/') === 0 ? bases[0].slice(origin.length, -1) : '/pgw';
  /** The URLs of the modern build: one for pages that do not know its hash, and one with the hash. */
  var moduleUrl = ':is([src*="/checkout.mjs"],[src*="/checkout/core-"])';
  var moduleTag;
  var firstBuild;
  var prefetched = {};
  var policy;

  /** Whether the browser supports custom elements, and no script has defined the element yet. */
  function isMissing() {
    return registry && !registry.get(tag);
  }

  /**
   * Requests the sessions, and stores the responses by URL. The elements use them in place of their own
   * requests.
   */
  function prefetchSessions() {
    var elements = document.querySelectorAll(tag + '[order]');
    for (var i = 0; isMissing() && i < elements.length; i++) {
      var elementEndpoint = elements[i].getAttribute('endpoint') || endpoint;
      // The same URL as createSessionUrl of the element.
      var url =
        elementEndpoint.trim().replace(/\/+$/, '') +
        '/session?order=' +
        encodeURIComponent(elements[i].getAttribute('order'));
      // The server may have rendered the session into the page.
      if (prefetched[url] || elements[i].querySelector('[data-pgw-session]')) continue;
      // Chrome before 72 sends no cookies by default.
      prefetched[url] = fetch(url, {
        headers: { accept: 'application/json' },
        cache: 'no-store',
        credentials: 'same-origin',
      });
      // The element handles a failure. Without this handler the browser logs an unhandled rejection.
      prefetched[url]['catch'](String);
    }
  }

  /**
   * Loads the builds in this order until one of them has defined the element. `isLegacy` is 1 for the legacy
   * build and 0 for the modern one. If the page has a module tag, the modern build is the module of this tag.
   */
  function load(base, isLegacy) {
    var script = document.createElement('script');
    var build = BUILDS[isLegacy];
    var file = (!isLegacy && moduleTag) || {
      src: bases[base] + 'checkout/' + build[0],
      integrity: 'sha384-' + build[1],
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- one assignment for both events
    script.onload = script.onerror = function () {
      // The browser does not support the syntax, or the file could not be loaded.
      if (isMissing()) {
        if (!isLegacy) load(base, 1);
        else if (bases[base + 1]) load(base + 1, firstBuild);
        else reportFailure();
      }
    };
    if (!isLegacy) script.type = 'module';
    if (tagScript.nonce) script.nonce = tagScript.nonce;
    script.integrity = file.integrity;
    script.crossOrigin = 'anonymous';
    script.src = policy ? policy.createScriptURL(file.src) : file.src;
    document.head.appendChild(script);
  }

  /**
   * Loads the legacy build if the module of the page's tag does not define the element. The browser runs the module
   * before the page is loaded. Only a tag that a script has inserted later may still be loading. A second tag of the same
   * module fires its events when the module has run or has failed.
   */
  function loadAfterModule() {
    if (document.readyState !== 'complete') window.addEventListener('load', loadAfterModule);
    else if (isMissing()) load(0, 0);
  }

  function reportFailure() {
    // oxlint-disable-next-line no-console -- a message for developers
    console.error('pgw: no files of checkout.js in ' + bases + '; see docs/widget.md.');
    document.dispatchEvent(new CustomEvent('pgw-load-error'));
  }

  // The page may have the tag twice.
  if (isMissing() && !window.pgwPrefetched) {
    window.pgwPrefetched = prefetched;
    // A response that no element has used within a minute is too old.
    setTimeout(function () {
      window.pgwPrefetched = {};
    }, 60000);
    var forcedBuild = tagScript.getAttribute('data-pgw-build');
    // The modern script needs ES2022. Browsers that support accent-color support it as well: Chrome 93,
    // Firefox 92, Safari 15.4.
    var isModern = 'noModule' in tagScript && window.CSS && CSS.supports('accent-color', 'red');
    try {
      policy = window.trustedTypes.createPolicy('pgw-loader', { createScriptURL: String });
      // oxlint-disable-next-line eslint/no-unused-vars -- ES5 has no catch without a name
    } catch (_) {
      // The browser has no Trusted Types, or the page does not allow this policy. A string as URL works
      // unless the page requires Trusted Types.
    }
    prefetchSessions();
    document.addEventListener('DOMContentLoaded', prefetchSessions);
    firstBuild = +(forcedBuild ? forcedBuild === 'legacy' : !isModern);
    moduleTag = !firstBuild && document.querySelector('script[type=module]' + moduleUrl);
    if (moduleTag) loadAfterModule();
    else load(0, firstBuild);
  }
})(typeof window === 'undefined' ? {} : window);
