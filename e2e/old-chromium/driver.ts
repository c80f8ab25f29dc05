import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** One tab of a browser that is too old for Playwright, controlled by the DevTools protocol. */
export interface Tab {
  /** Errors in the console of pages, and uncaught exceptions. */
  readonly pageErrors: string[];
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its value. JSON must be able to represent the value. */
  evaluate(expression: string): Promise<unknown>;
  /**
   * Waits until an expression is true in the page. After `limitMs` (default 15 s) it throws an error that
   * contains `name`.
   */
  waitUntil(name: string, expression: string, limitMs?: number): Promise<void>;
  /** Takes a screenshot and writes it as PNG. */
  takePicture(file: string): Promise<void>;
  close(): Promise<void>;
}

interface PageError {
  readonly text?: string;
  readonly url?: string;
}

interface DriverMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly entry?: PageError & { readonly level: string };
    readonly exceptionDetails?: PageError & { readonly exception?: { readonly description?: string } };
  };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Starts the browser with a new profile and opens one tab. */
export async function openTab(program: string, { width = 420, height = 900 } = {}): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'pgw-old-chromium-'));
  const browser = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-zygote',
      '--hide-scrollbars',
      `--window-size=${width},${height}`,
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stopBrowser = async (): Promise<void> => {
    browser.kill('SIGKILL');
    if (browser.exitCode === null) await once(browser, 'exit');
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const tab = await attach(await readDebuggingPort(browser));
    return {
      ...tab,
      async close() {
        tab.disconnect();
        await stopBrowser();
      },
    };
  } catch (error) {
    await stopBrowser();
    throw error;
  }
}

/**
 * Reads the debugging port from the standard error of the browser. The stream stays open, because the browser
 * ends if it cannot write to the stream.
 */
function readDebuggingPort(browser: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    browser.stderr?.on('data', (chunk) => {
      output += String(chunk);
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output)?.[1];
      if (port !== undefined) resolve(port);
    });
    browser.on('exit', () => reject(new Error(`The old Chromium did not start: ${output.slice(-400)}`)));
  });
}

/** Waits until the first tab is open. Returns the URL of its debugger. */
async function waitForTabUrl(port: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < 5000; waitedMs += 50) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const targets: readonly { type: string; webSocketDebuggerUrl: string }[] = await response.json();
    const page = targets.find(({ type }) => type === 'page');
    if (page !== undefined) return page.webSocketDebuggerUrl;
    await wait(50);
  }
  throw new Error('The old Chromium opened no tab within 5 s.');
}

async function attach(port: string): Promise<Omit<Tab, 'close'> & { disconnect(): void }> {
  const socket = new WebSocket(await waitForTabUrl(port));
  const closed = once(socket, 'close').then((): never => {
    throw new Error('The old Chromium has ended.');
  });
  // Without this handler, a rejection that no command waits for would be an unhandled rejection.
  closed.catch(() => {});
  await Promise.race([once(socket, 'open'), closed]);
  const pageErrors: string[] = [];
  const pendingCommands = new Map<number, (message: DriverMessage) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message: DriverMessage = JSON.parse(String(data));
    if (message.id !== undefined) pendingCommands.get(message.id)?.(message);
    else if (isPageError(message)) pageErrors.push(describePageError(message));
  });
  const send = async (method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> => {
    const id = (lastId += 1);
    const response = new Promise<DriverMessage>((resolve) => pendingCommands.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await Promise.race([response, closed]);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined;
  };
  return {
    pageErrors,
    evaluate,
    async goto(url) {
      await send('Page.navigate', { url });
    },
    async waitUntil(name, expression, limitMs = 15_000) {
      const deadline = Date.now() + limitMs;
      // A page that is being unloaded cannot evaluate the expression. The next page can.
      while (!(await evaluate(`!!(${expression})`).catch(() => false))) {
        if (Date.now() > deadline) throw new Error(`Timed out while waiting for: ${name}`);
        await wait(50);
      }
    },
    async takePicture(file) {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      writeFileSync(file, Buffer.from(String(data), 'base64'));
    },
    disconnect: () => socket.close(),
  };
}

function isPageError({ method, params }: DriverMessage): boolean {
  return method === 'Runtime.exceptionThrown' || params?.entry?.level === 'error';
}

/** Returns the URL and the text of an exception, or of an error in the console. */
function describePageError({ params }: DriverMessage): string {
  const details = params?.exceptionDetails;
  const { text = '', url = '' } = details ?? params?.entry ?? {};
  return `${url}: ${text} ${details?.exception?.description ?? ''}`.trim();
}
