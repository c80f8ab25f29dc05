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
  /** The value of an expression in the page, as JSON. */
  value(expression: string): Promise<unknown>;
  /** Waits until an expression is true in the page; the name is for the error after `limitMs`, 15 s by default. */
  until(name: string, expression: string, limitMs?: number): Promise<void>;
  picture(file: string): Promise<void>;
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
      '--no-zygote',
      '--hide-scrollbars',
      `--window-size=${width},${height}`,
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const end = async (): Promise<void> => {
    browser.kill('SIGKILL');
    if (browser.exitCode === null) await once(browser, 'exit');
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const tab = await attach(await debuggingPort(browser));
    return {
      ...tab,
      async close() {
        tab.disconnect();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Its standard error stays open, because the browser ends if it cannot write there. */
function debuggingPort(browser: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    browser.stderr?.on('data', (chunk) => {
      said += String(chunk);
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said)?.[1];
      if (port !== undefined) resolve(port);
    });
    browser.on('exit', () => reject(new Error(`The old Chromium did not start: ${said.slice(-400)}`)));
  });
}

/** The address of the first tab, when it is open. */
async function pageAddress(port: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const targets: readonly { type: string; webSocketDebuggerUrl: string }[] = await response.json();
    const page = targets.find(({ type }) => type === 'page');
    if (page !== undefined) return page.webSocketDebuggerUrl;
    await wait(50);
  }
  throw new Error('The old Chromium opened no tab.');
}

async function attach(port: string): Promise<Omit<Tab, 'close'> & { disconnect(): void }> {
  const socket = new WebSocket(await pageAddress(port));
  const gone = once(socket, 'close').then((): never => {
    throw new Error('The old Chromium has ended.');
  });
  gone.catch(() => {});
  await Promise.race([once(socket, 'open'), gone]);
  const pageErrors: string[] = [];
  const waiting = new Map<number, (message: DriverMessage) => void>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const message: DriverMessage = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (isPageError(message)) pageErrors.push(textOf(message));
  });
  const send = async (method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> => {
    const id = (count += 1);
    const response = new Promise<DriverMessage>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await Promise.race([response, gone]);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
  const value = async (expression: string): Promise<unknown> => {
    const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined;
  };
  return {
    pageErrors,
    value,
    async goto(url) {
      await send('Page.navigate', { url });
    },
    async until(name, expression, limitMs = 15_000) {
      const end = Date.now() + limitMs;
      // A page that is being unloaded cannot evaluate; the next one can.
      while (!(await value(`!!(${expression})`).catch(() => false))) {
        if (Date.now() > end) throw new Error(`Timed out while waiting for: ${name}`);
        await wait(50);
      }
    },
    async picture(file) {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      writeFileSync(file, Buffer.from(String(data), 'base64'));
    },
    disconnect: () => socket.close(),
  };
}

function isPageError({ method, params }: DriverMessage): boolean {
  return method === 'Runtime.exceptionThrown' || params?.entry?.level === 'error';
}

function textOf({ params }: DriverMessage): string {
  const details = params?.exceptionDetails;
  const { text = '', url = '' } = details ?? params?.entry ?? {};
  return `${url}: ${text} ${details?.exception?.description ?? ''}`.trim();
}
