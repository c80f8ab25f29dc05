// Visits a page in a new browser profile and measures it.

/**
 * The conditions of a visit. `slowdown` divides the speed of the processor. `network` throttles the
 * connection.
 */
export const conditions = {
  normal: {},
  'slowed 6 times': { slowdown: 6 },
  // The values of DevTools: 562.5 ms to the first byte of each response, 1.44 Mbit/s down, 0.675 Mbit/s up.
  'slow 4G': {
    network: { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  },
};

/** A script for the page. It records layout shifts, long tasks and the time at which the list can be used. */
const createRecorderScript = (isUsable) => `(() => {
  const measurements = { usable: null, shift: 0, blocked: 0 };
  globalThis.benchMeasurements = measurements;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measurements.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measurements.blocked += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  const checkFrame = () => {
    if (${isUsable}) measurements.usable = performance.now();
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
})()`;

/** The time in ms between the moment when a person's pointer reaches the channel and the click. */
const hoverMs = 100;

/**
 * Opens the page and measures it until a second after the list can be used. Then measures the time from a
 * click to the banks: for an immediate click, or for a click after the pointer has hovered. Measures the heap
 * only in the second case.
 */
export async function visit(browser, url, { implementation, condition, isImmediateClick }) {
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
    if (condition.slowdown)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: condition.slowdown });
    if (condition.network) await devtools.send('Network.emulateNetworkConditions', condition.network);
    await page.addInitScript(createRecorderScript(implementation.isUsable));
    await page.goto(url, { waitUntil: 'commit' });
    await page
      .waitForFunction('globalThis.benchMeasurements?.usable', null, { timeout: 60_000, polling: 50 })
      .catch(failWith(implementation.name));
    await page.waitForTimeout(1000);
    const measurements = await page.evaluate('benchMeasurements');
    const script = readMetric(await devtools.send('Performance.getMetrics'), 'ScriptDuration') * 1000;
    const [requestCount, loadedBytes] = [requests.length, bytes];
    const heap = isImmediateClick ? null : await measureHeap(devtools);
    const banksMs = implementation.areBanksUsable
      ? await measureBanks(page, implementation, isImmediateClick ? 0 : hoverMs)
      : null;
    return {
      ...measurements,
      script,
      heap,
      banks: isImmediateClick ? banksMs : null,
      banksHovered: isImmediateClick ? null : banksMs,
      bytes: loadedBytes,
      requests: requestCount,
    };
  } finally {
    await context.close();
  }
}

function readMetric({ metrics }, name) {
  return metrics.find((each) => each.name === name).value;
}

async function measureHeap(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  return readMetric(await devtools.send('Performance.getMetrics'), 'JSHeapUsedSize');
}

/**
 * Clicks on the channel with banks. Returns the milliseconds until the frame in which all its banks can be
 * used.
 */
async function measureBanks(page, { bankChannel, areBanksUsable }, pauseMs) {
  const box = await (await page.evaluateHandle(bankChannel)).asElement().boundingBox();
  await page.evaluate(`(() => {
    addEventListener('click', () => {
      const clickedAt = performance.now();
      const checkFrame = () => {
        if (${areBanksUsable}) globalThis.benchBanksMs = performance.now() - clickedAt;
        else requestAnimationFrame(checkFrame);
      };
      checkFrame();
    }, { capture: true, once: true });
  })()`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  if (pauseMs > 0) await page.waitForTimeout(pauseMs);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction('globalThis.benchBanksMs', null, { timeout: 30_000, polling: 50 });
  return page.evaluate('benchBanksMs');
}

function failWith(name) {
  return (cause) => {
    throw new Error(`The list of "${name}" could not be used within a minute.`, { cause });
  };
}
