import { withoutCardToken } from '@pgw/protocol/internal';
import type { Command } from 'commander';
import { createGatewayClient, type GatewayClient } from '../gateway-client.ts';
import type { GatewayClientOptions } from '../options.ts';
import type { Outcome } from '../attempt.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { FailedCall } from './failures.ts';
import type { Terminal } from './terminal.ts';

/** The context of a command. */
export interface Context {
  readonly terminal: Terminal;
  readonly json: boolean;
  readonly configuration: Configuration;
  /** Calls a function with a client, then closes the client. */
  withGateway<Result>(
    use: (gateway: GatewayClient) => Promise<Result>,
    extraOptions?: Partial<GatewayClientOptions>,
  ): Promise<Result>;
  /** Prints a result, as text or as JSON. The token of a saved card is redacted. */
  print(value: unknown, formatText: () => string): void;
  /** Prints the progress of a long operation to stderr. */
  progress(text: string): void;
}

/** Adds a command to the program. */
export type RegisterCommand = (program: Command, context: (command: Command) => Context) => void;

/** Creates the context of a command from the global options. */
export function contextOf(command: Command, terminal: Terminal): Context {
  const { json = false, config } = command.optsWithGlobals<{ json?: boolean; config?: string }>();
  const configuration = readConfiguration(terminal, config);
  for (const warning of configuration.warnings) terminal.stderr.write(`pgw: ${warning}\n`);
  return {
    terminal,
    json,
    configuration,
    async withGateway(use, extraOptions = {}) {
      const gateway = createGatewayClient({ ...configuration.clientOptions(), ...extraOptions });
      try {
        return await use(gateway);
      } finally {
        await gateway.close();
      }
    },
    print(value, formatText) {
      // The token of a saved card can charge the card, so it is not printed.
      const text = json
        ? withoutCardToken(JSON.stringify(value, null, 2), configuration.profile)
        : formatText();
      terminal.stdout.write(`${text}\n`);
    },
    progress(text) {
      terminal.stderr.write(terminal.stderr.isTTY === true ? `\r${text}` : `${text}\n`);
    },
  };
}

/** Returns the response of an operation that moves money, or throws a {@link FailedCall} with its outcome. */
export function responseOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.kind === 'done') return outcome.response;
  throw new FailedCall(outcome);
}
