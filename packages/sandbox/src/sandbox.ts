import { createServer, type Server } from 'node:http';
import { foldReference, PgwError } from '@pgw/protocol';
import { application } from './application.ts';
import { CallbackSender } from './callbacks.ts';
import { expiryTimer } from './expiry.ts';
import type { Gateway } from './gateway.ts';
import { openDatabase } from './ledger/database.ts';
import { Ledger } from './ledger/ledger.ts';
import type { Payment, QueuedCallback, Session } from './ledger/rows.ts';
import { Tokens } from './ledger/tokens.ts';
import { readSettings, type SandboxOptions, type Settings } from './options.ts';
import { outcomes, type OutcomeName } from './outcomes.ts';
import { Misbehaviour, type ScenarioName, type ScenarioSetting } from './scenarios.ts';

/** How a test lets a payment end. */
export interface DecideOptions {
  /** As the bank page offers. Default `now`. */
  readonly callback?: 'now' | 'late' | 'twice' | 'never' | 'wrongly-signed' | undefined;
  /** Wait before the callback in milliseconds; default 0. */
  readonly callbackDelayMs?: number | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  /** Its address, such as `http://127.0.0.1:4010`, without a trailing slash: the client's `baseUrl`. */
  readonly url: string;
  /** Stops listening, cuts callbacks under way and closes the database. Callbacks that wait stay in a data directory. */
  close(): Promise<void>;

  /** A payment by transaction number, or the newest with this reference; letter case does not matter. */
  findPayment(numberOrReference: string): Payment | undefined;
  findSession(sessionNumber: string): Session | undefined;
  /** The newest first. Default limit 50. */
  listPayments(limit?: number): Payment[];
  /** The callbacks of a payment with their tries, oldest first. */
  listCallbacks(transactionNumber: string): QueuedCallback[];
  /**
   * Ends a pending payment, as the buttons of the bank page do. False when it is not pending, and for `close`,
   * which decides nothing.
   *
   * @throws PgwError `invalid-request` for an unknown number.
   */
  decide(transactionNumber: string, outcome: OutcomeName, options?: DecideOptions): boolean;
  /** Sets any status on any payment, and tells the merchant: a provider that thinks again. False when it has it. */
  changeStatus(transactionNumber: string, status: number, options?: DecideOptions): boolean;
  /** Switches a named misbehaviour on (true, or how) or off (false) for the whole sandbox. */
  scenario(name: ScenarioName, setting?: boolean | ScenarioSetting): void;
  /** Switches every misbehaviour off. */
  clearScenarios(): void;
  /** Ends every token, so that the next signed call of every client meets HTTP 401. */
  expireTokens(): void;
}

/**
 * Starts a payment gateway on this machine: stateful, signing, and as strict as the real one.
 *
 * @throws PgwError `invalid-configuration` for a wrong option, a taken port or a data directory it may not write to.
 *
 * @example
 * const sandbox = await createSandbox({ port: 0 });
 * // … use sandbox.url as the client's baseUrl
 * await sandbox.close();
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = readSettings(options);
  const database = openDatabase(settings.data);
  const misbehaviour = new Misbehaviour();
  const { now, random } = settings;
  const ledger = new Ledger({ database, misbehaviour, now, random, onChange: () => wake() });
  const callbacks = new CallbackSender(ledger.callbacks, settings);
  const tokens = new Tokens({ database, now, random });
  const expiry = expiryTimer(ledger, now);
  const wake = (): void => {
    callbacks.wake();
    expiry.set();
  };
  let url = '';
  const gateway: Gateway = { settings, ledger, tokens, callbacks, misbehaviour, url: () => url };
  const server = createServer(application(gateway));
  try {
    url = await listen(server, settings);
  } catch (error) {
    database.close();
    throw error;
  }
  wake();
  return {
    url,
    ...controls(gateway),
    close: async () => {
      expiry.stop();
      await closed(server);
      await callbacks.close();
      database.close();
    },
  };
}

function controls({ ledger, misbehaviour, tokens }: Gateway): Omit<Sandbox, 'url' | 'close'> {
  const known = (transactionNumber: string): void => {
    if (ledger.payments.find(transactionNumber) !== undefined) return;
    throw new PgwError('invalid-request', `The sandbox has no payment ${transactionNumber}.`);
  };
  return {
    findPayment: (key) => ledger.findPayment(key) ?? ledger.payments.findByReference(foldReference(key)),
    findSession: (sessionNumber) => ledger.findSession(sessionNumber),
    listPayments: (limit = 50) => ledger.payments.list(limit),
    listCallbacks: (transactionNumber) => ledger.callbacks.of(transactionNumber.toUpperCase()),
    decide: (transactionNumber, outcome, options = {}) => {
      known(transactionNumber);
      const { status } = outcomes[outcome];
      return status !== null && ledger.decide(transactionNumber, decisionOf(status, options));
    },
    changeStatus: (transactionNumber, status, options = {}) => {
      known(transactionNumber);
      return ledger.change(transactionNumber, decisionOf(status, options));
    },
    scenario: (name, setting = true) => misbehaviour.set(name, setting),
    clearScenarios: () => misbehaviour.clear(),
    expireTokens: () => tokens.expireAll(),
  };
}

function decisionOf(status: number, options: DecideOptions): Parameters<Ledger['decide']>[1] {
  const { callback = 'now', callbackDelayMs = 0 } = options;
  return { status, callbackDelayMs, misbehaviour: callback === 'now' ? [] : [`callback-${callback}`] };
}

function listen(server: Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${cause.message})`;
      const message = `Port ${port} on ${host} ${reason}. Stop the other program, or choose another port.`;
      reject(new PgwError('invalid-configuration', message, { cause }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
