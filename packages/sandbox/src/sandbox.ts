import { createServer, type Server } from 'node:http';
import { PgwError } from '@pgw/protocol';
import { checkMethods } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { ActivityLog } from './activity/activity-log.ts';
import { createActivityControls, type ActivityControls } from './controls/activity-controls.ts';
import { createApplication } from './http/create-application.ts';
import { CallbackSender } from './callbacks/callback-sender.ts';
import { createClockControls, SandboxClock, type ClockControls } from './clock.ts';
import { createJournalControls, type JournalControls } from './controls/journal-controls.ts';
import { createPaymentControls, type PaymentControls } from './controls/payment-controls.ts';
import { createPayoutControls, type PayoutControls } from './controls/payment-controls.ts';
import { createResetControls, type ResetControls } from './controls/reset-controls.ts';
import { createRefundControls, type RefundControls } from './controls/payment-controls.ts';
import { createWalletControls, type WalletControls } from './controls/wallet-controls.ts';
import { createDeadlineTimer } from './ledger/deadline-timer.ts';
import { expireTokens, type Gateway } from './gateway.ts';
import { activityTable } from './activity/activity-row.ts';
import { openDatabase } from './database/database.ts';
import { numberLengths } from './ledger/identifiers.ts';
import type { LedgerOptions } from './ledger/services.ts';
import { ledgerTables } from './ledger/tables.ts';
import { Ledger } from './ledger/ledger.ts';
import { Tokens } from './ledger/tokens.ts';
import { readSettings, type SandboxOptions, type Settings } from './options.ts';
import { ActiveScenarios } from './scenarios/active-scenarios.ts';
import type { ScenarioSetting } from './scenarios/scenario-options.ts';
import { type ScenarioName } from './scenarios/scenarios.ts';

/** A running sandbox, with methods for tests. */
export interface Sandbox
  extends
    PaymentControls,
    RefundControls,
    PayoutControls,
    WalletControls,
    JournalControls,
    ClockControls,
    ActivityControls,
    ResetControls {
  /**
   * The URL without a trailing slash, such as `http://127.0.0.1:4010`. Use it as the `baseUrl` of the
   * client.
   */
  readonly url: string;
  /**
   * Stops the server, aborts current callbacks and closes the database. A data directory keeps the waiting
   * callbacks. A second call has no effect.
   */
  close(): Promise<void>;
  /** The same as `close`, for `await using sandbox = await createSandbox()`. */
  [Symbol.asyncDispose](): Promise<void>;

  /**
   * Switches a scenario on (`true` or a setting) or off (`false`) for the whole sandbox.
   *
   * @throws PgwError `invalid-request` for an unknown name or an invalid setting.
   */
  scenario(name: ScenarioName, setting?: ScenarioSetting): void;
  /** Switches all scenarios off. */
  clearScenarios(): void;
  /** Ends all tokens: the next signed request of every client gets HTTP 401. */
  expireTokens(): void;
}

/** Starts a sandbox. `createSandbox` checks the Node version before it calls this function. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = new SandboxClock(options.now ?? Date.now);
  const settings = readSettings(options, clock.now);
  const database = openDatabase(settings.data, [...ledgerTables, activityTable]);
  const activity = new ActivityLog(database, settings.now);
  const scenarios = new ActiveScenarios(
    (control, scenario) => activity.add({ kind: 'control', data: { control, scenario, advancedMs: null } }),
    settings.scenarios,
  );
  const onChange = (): void => {
    callbacks.sendDue();
    deadlineTimer.schedule();
  };
  const ledger = new Ledger({ ...settings, ...toNumberOptions(settings), database, scenarios, onChange });
  for (const tenant of settings.tenants) ledger.wallets.createWallets(tenant.id);
  const callbacks = new CallbackSender({ table: ledger.callbacks, activity, settings });
  const tokens = new Tokens({ database, now: settings.now, random: settings.random });
  const deadlineTimer = createDeadlineTimer(ledger, { database, now: settings.now });
  const clockControls = createClockControls(clock, (advancedMs) => {
    activity.add({ kind: 'control', data: { control: 'clock', scenario: null, advancedMs } });
    ledger.applyDueChanges();
    onChange();
  });
  let url = '';
  const gateway: Gateway = {
    settings,
    ledger,
    activity,
    clock: clockControls,
    tokens,
    callbacks,
    scenarios,
    reset: () => resetControls.reset(),
    url: () => url,
  };
  const resetControls = createResetControls(gateway, { database, clock, deadlineTimer });
  const server = createServer(createApplication(gateway));
  url = await listen(server, settings).catch((error: unknown) => {
    database.close();
    throw error;
  });
  onChange();
  const close = async (): Promise<void> => {
    deadlineTimer.stop();
    await closeServer(server);
    await callbacks.stop();
    activity.close();
    database.close();
  };
  let closed: Promise<void> | undefined;
  const closeOnce = (): Promise<void> => (closed ??= close());
  return {
    url,
    ...createControls(gateway),
    ...clockControls,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
    ...resetControls,
  };
}

function toNumberOptions({ preset }: Settings): Pick<LedgerOptions, 'numberLength'> {
  return { numberLength: numberLengths[preset === 'document' ? 'interface' : 'knownGateways'] };
}

function createControls(
  gateway: Gateway,
): Omit<Sandbox, 'url' | 'close' | typeof Symbol.asyncDispose | keyof ClockControls | keyof ResetControls> {
  const { scenarios } = gateway;
  const scenarioControls: Pick<Sandbox, 'scenario' | 'clearScenarios' | 'expireTokens'> = {
    scenario: (name, setting = true) => scenarios.set(name, setting),
    clearScenarios: () => scenarios.clear(),
    expireTokens: () => expireTokens(gateway),
  };
  return {
    ...createPaymentControls(gateway),
    ...createRefundControls(gateway),
    ...createPayoutControls(gateway),
    ...createWalletControls(gateway),
    ...createJournalControls(gateway),
    ...createActivityControls(gateway),
    ...checkMethods('sandbox', scenarioControls, {
      scenario: [
        ['name', z.string()],
        ['setting', z.unknown()],
      ],
      clearScenarios: [],
      expireTokens: [],
    }),
  };
}

function listen(server: Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.message})`;
      const message = `Port ${port} on ${host} ${reason}. Stop the other program, or choose another port.`;
      reject(new PgwError('invalid-configuration', message, { cause }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const boundPort = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
