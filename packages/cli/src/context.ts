import {
  createGatewayClient,
  type CallName,
  type CallOptions,
  type GatewayClient,
  type GatewayClientOptions,
  type GatewayRequest,
  type GatewayResponse,
  type Outcome,
} from '@pgw/client';
import type { Endpoints } from '@pgw/protocol';
import { toPrintableJson, withoutCardToken } from '@pgw/protocol/internal';
import type { Command } from 'commander';
import { readConfiguration, type Configuration } from './configuration.ts';
import { FailedCall } from './failures.ts';
import type { Terminal } from './terminal.ts';

export type RequestOf<Name extends CallName> = GatewayRequest<Endpoints[Name]>;
export type ResponseOf<Name extends CallName> = GatewayResponse<Endpoints[Name]>;

/** The context of a command. */
export interface Context {
  readonly terminal: Terminal;
  readonly configuration: Configuration;
  /** The option `--account`. */
  readonly account: string | undefined;
  /**
   * Reads the configuration of another account.
   *
   * @throws PgwError `invalid-configuration` if the file does not have it.
   */
  readonly readAccount: (id: string) => Configuration;
  /** Calls the gateway with a new client, then closes the client. Ctrl-C aborts the call. */
  callGateway<Result>(
    call: (gateway: GatewayClient, options: CallOptions) => Promise<Result>,
    extraOptions?: Partial<GatewayClientOptions>,
  ): Promise<Result>;
  /**
   * Sends one request with a new client.
   *
   * @throws FailedCall when an operation that moves money has another outcome than `done`.
   */
  request<Name extends CallName>(name: Name, input: RequestOf<Name>): Promise<ResponseOf<Name>>;
  /** Prints a result, as text or as JSON. The token of a saved card is redacted. */
  print(value: unknown, formatText: () => string): void;
  /** Prints the progress of a long operation to stderr. */
  progress(text: string): void;
}

/** Adds the arguments, the options and the action to a command that has its name and description. */
export type DefineCommand = (command: Command, createContext: () => Context) => void;

/** A command of the help text. */
export interface ListedCommand {
  readonly description: string;
  /** Loads the rest of the command, so that the program loads only the command that it runs. */
  readonly load: () => Promise<DefineCommand>;
}

interface GlobalOptions {
  readonly json?: boolean;
  readonly config?: string;
  readonly account?: string;
  readonly baseUrl?: string;
}

/** Creates the context of a command from the global options. */
export function createContext(command: Command, terminal: Terminal): Context {
  const { json = false, config, account, baseUrl } = command.optsWithGlobals<GlobalOptions>();
  // The option --base-url of a command overrides the environment.
  const env = baseUrl === undefined ? terminal.env : { ...terminal.env, PGW_BASE_URL: baseUrl };
  const readAccount = (id: string | undefined): Configuration =>
    readConfiguration({ ...terminal, env }, { config, account: id });
  const configuration = readAccount(account);
  for (const warning of configuration.warnings) terminal.stderr.write(`pgw: ${warning}\n`);
  const callGateway: Context['callGateway'] = async (call, extraOptions = {}) => {
    const gateway = createGatewayClient({ ...configuration.requireClientOptions(), ...extraOptions });
    try {
      return await call(gateway, { signal: terminal.signal });
    } finally {
      await gateway.close();
    }
  };
  return {
    terminal,
    configuration,
    account,
    readAccount,
    callGateway,
    request: (name, input) =>
      callGateway((gateway, options) =>
        name in gateway.attempt
          ? attempt(gateway, name, { input, options })
          : send(gateway, name, { input, options }),
      ),
    print(value, formatText) {
      // The token of a saved card can charge the card, so it is not printed.
      const text = json ? withoutCardToken(toPrintableJson(value, 2), configuration.profile) : formatText();
      terminal.stdout.write(`${text}\n`);
    },
    progress(text) {
      terminal.stderr.write(terminal.stderr.isTTY === true ? `\r${text}` : `${text}\n`);
    },
  };
}

interface Request<Name extends CallName> {
  readonly input: RequestOf<Name>;
  readonly options: CallOptions;
}

/** Calls the method of an operation. Only `getChannels` has no input. */
export function send<Name extends CallName>(
  gateway: GatewayClient,
  name: Name,
  { input, options }: Request<Name>,
): Promise<ResponseOf<Name>> {
  const request = name === 'getChannels' ? [options] : [input, options];
  // The type of a method by a generic name cannot be called.
  const method = gateway[name] as (...request: unknown[]) => Promise<ResponseOf<Name>>;
  return method(...request);
}

async function attempt<Name extends CallName>(
  { attempt: attempts }: GatewayClient,
  name: Name,
  { input, options }: Request<Name>,
): Promise<ResponseOf<Name>> {
  const method = Reflect.get(attempts, name) as (...request: unknown[]) => Promise<Outcome<ResponseOf<Name>>>;
  const outcome = await method(input, options);
  if (outcome.kind === 'done') return outcome.response;
  throw new FailedCall(outcome);
}
