// One visit of a page in a new profile, and its measurements.

/** The conditions of a visit: `slow` divides the speed of the machine; `network` throttles the connection. */
export const conditions = {
  normal: {},
  'slowed 6 times': { slow: 6 },
  // As in DevTools: 562.5 ms to the first byte of each response, 1.44 Mbit/s down, 0.675 up.
  'slow 4G': {
    network: { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  },
};

const watch = (isUsable) => `(() => {
  const seen = { usable: null, shift: 0, blocked: 0 };
  globalThis.benchSeen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (${isUsable}) seen.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** How long the pointer of a person is over the channel before the click. A click takes about as long. */
const restMs = 100;

/**
 * Opens the page and measures until a second after the list can be used. Then measures the heap and the time to the banks, for an immediate
 * click or a click of a person.
 */
export async function visit(browser, url, { contestant, condition, picks }) {
  const context = await browser.newContext({ viewport: { width: 420, height: 900 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await devtools.send('Network.enable');
    const requests = [];
    devtools.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.startsWith('data:')) requests.push(request.url);
    });
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    if (condition.slow) await devtools.send('Emulation.setCPUThrottlingRate', { rate: condition.slow });
    if (condition.network) await devtools.send('Network.emulateNetworkConditions', condition.network);
    await page.addInitScript(watch(contestant.isUsable));
    await page.goto(url, { waitUntil: 'commit' });
    await page
      .waitForFunction('globalThis.benchSeen?.usable', null, { timeout: 60_000, polling: 50 })
      .catch(failWith(contestant.name));
    await page.waitForTimeout(1000);
    const seen = await page.evaluate('benchSeen');
    const script = metric(await devtools.send('Performance.getMetrics'), 'ScriptDuration') * 1000;
    const [requestCount, came] = [requests.length, bytes];
    const heap = picks ? null : await heapUsed(devtools);
    const banks = contestant.banksShown ? await pickToBanks(page, contestant, picks ? 0 : restMs) : null;
    const [pick, rested] = picks ? [banks, null] : [null, banks];
    return { ...seen, script, heap, pick, rested, bytes: came, requests: requestCount };
  } finally {
    await context.close();
  }
}

function metric({ metrics }, name) {
  return metrics.find((each) => each.name === name).value;
}

async function heapUsed(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  return metric(await devtools.send('Performance.getMetrics'), 'JSHeapUsedSize');
}

/** Milliseconds from the click on the channel to the frame in which all its banks can be used. */
async function pickToBanks(page, { provider, banksShown }, rest) {
  const box = await (await page.evaluateHandle(provider)).asElement().boundingBox();
  await page.evaluate(`(() => {
    addEventListener('click', () => {
      const from = performance.now();
      const look = () => {
        if (${banksShown}) globalThis.benchPick = performance.now() - from;
        else requestAnimationFrame(look);
      };
      look();
    }, { capture: true, once: true });
  })()`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  if (rest > 0) await page.waitForTimeout(rest);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction('globalThis.benchPick', null, { timeout: 30_000, polling: 50 });
  return page.evaluate('benchPick');
}

function failWith(name) {
  return (cause) => {
    throw new Error(`The list of "${name}" could not be used within a minute.`, { cause });
  };
}
