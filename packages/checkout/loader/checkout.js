/* global BUILDS */
// The one script tag that serves every browser: picks the build it can run, and asks for the session meanwhile.
// Hand-written ES5, at most 1 kB. The build puts name and hash of the modern and of the legacy script in place of BUILDS.
(function (window, document) {
  var me = document.currentScript;
  if (!me || !me.src) throw new Error('checkout.js is for a classic <script src>.');
  var tag = 'pgw-checkout';
  var registry = window.customElements;
  var base = me.src.replace(/[^/?#]*([?#].*)?$/, '');
  // A copy from a CDN must not send orders to the CDN.
  var own = location.origin;
  var endpoint = base.indexOf(own + '/') ? '/pgw' : base.slice(own.length, -1);
  var early = {};
  var policy;

  function isMissing() {
    return registry && !registry.get(tag);
  }

  /** Leaves the answers for the elements, by URL; they would ask in these very words. */
  function askSessions() {
    var elements = document.querySelectorAll(tag + '[order]');
    for (var i = 0; isMissing() && i < elements.length; i++) {
      var from = elements[i].getAttribute('endpoint') || endpoint;
      var url = from + '/session?order=' + encodeURIComponent(elements[i].getAttribute('order'));
      // A page rendered by the server may hold the answer itself.
      if (early[url] || elements[i].querySelector('[data-pgw-session]')) continue;
      // Before Chrome 72 cookies were left out unless asked for.
      early[url] = fetch(url, {
        headers: { accept: 'application/json' },
        cache: 'no-store',
        credentials: 'same-origin',
      });
      // The element tells of a failure; until then it is nobody's.
      early[url]['catch'](String);
    }
  }

  function load(isLegacy) {
    var script = document.createElement('script');
    var build = BUILDS[+isLegacy];
    var url = base + 'checkout/' + build[0];
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- one line for both, of a kilobyte
    script.onload = script.onerror = function () {
      // It did not know the syntax after all, or the file did not come.
      if (isMissing()) {
        if (isLegacy) document.dispatchEvent(new CustomEvent('pgw-load-error'));
        else load(true);
      }
    };
    if (!isLegacy) script.type = 'module';
    if (me.nonce) script.nonce = me.nonce;
    script.integrity = 'sha384-' + build[1];
    script.crossOrigin = 'anonymous';
    script.src = policy ? policy.createScriptURL(url) : url;
    document.head.appendChild(script);
  }

  // Another tag of ours may have been here before.
  if (isMissing() && !window.pgwEarly) {
    window.pgwEarly = early;
    // What nobody has taken by then is old.
    setTimeout(function () {
      window.pgwEarly = {};
    }, 60000);
    var forced = me.getAttribute('data-pgw-build');
    // The modern script is written in ES2022. This property came after it: Chrome 93, Firefox 92, Safari 15.4.
    var isModern = 'noModule' in me && window.CSS && CSS.supports('accent-color', 'red');
    try {
      policy = window.trustedTypes.createPolicy('pgw-loader', { createScriptURL: String });
      // oxlint-disable-next-line eslint/no-unused-vars -- ES5 has no catch without a name
    } catch (_) {
      // No such types here, or the name is not allowed; where they are not required either, a plain address will do.
    }
    askSessions();
    document.addEventListener('DOMContentLoaded', askSessions);
    load(forced ? forced === 'legacy' : !isModern);
  }
})(window, document);
