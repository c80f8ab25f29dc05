import {
  createGatewayClient,
  type CallOptions,
  type GatewayClient,
  type GatewayClientOptions,
  type Outcome,
} from '@pgw/client';
import { toPrintableJson, withoutCardToken } from '@pgw/protocol/internal';
import type { Command } from 'commander';
import { readConfiguration, type Configuration } from './configuration.ts';
import { FailedCall } from './failures.ts';
import type { Terminal } from './terminal.ts';

/** A function that calls the gateway. It passes the options to each operation. */
type GatewayCall<Result> = (gateway: GatewayClient, options: CallOptions) => Promise<Result>;

/** The context of a command. */
export interface Context {
  readonly terminal: Terminal;
  readonly configuration: Configuration;
  /** Calls the gateway with a new client, then closes the client. Ctrl-C aborts the call. */
  callGateway<Result>(
    call: GatewayCall<Result>,
    extraOptions?: Partial<GatewayClientOptions>,
  ): Promise<Result>;
  /**
   * Calls an operation that moves money, and returns the response of the outcome `done`.
   *
   * @throws FailedCall with any other outcome.
   */
  requireResponse<Result>(call: GatewayCall<Outcome<Result>>): Promise<Result>;
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
  readonly baseUrl?: string;
}

/** Creates the context of a command from the global options. */
export function createContext(command: Command, terminal: Terminal): Context {
  const { json = false, config, baseUrl } = command.optsWithGlobals<GlobalOptions>();
  // The option --base-url of a command overrides the environment.
  const env = baseUrl === undefined ? terminal.env : { ...terminal.env, PGW_BASE_URL: baseUrl };
  const configuration = readConfiguration({ ...terminal, env }, config);
  for (const warning of configuration.warnings) terminal.stderr.write(`pgw: ${warning}\n`);
  async function callGateway<Result>(
    call: GatewayCall<Result>,
    extraOptions: Partial<GatewayClientOptions> = {},
  ): Promise<Result> {
    const gateway = createGatewayClient({ ...configuration.requireClientOptions(), ...extraOptions });
    try {
      return await call(gateway, { signal: terminal.signal });
    } finally {
      await gateway.close();
    }
  }
  return {
    terminal,
    configuration,
    callGateway,
    async requireResponse(call) {
      const outcome = await callGateway(call);
      if (outcome.kind === 'done') return outcome.response;
      throw new FailedCall(outcome);
    },
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
