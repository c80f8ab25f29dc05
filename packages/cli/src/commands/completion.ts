import { Argument, type Command } from 'commander';
import type { DefineCommand, ListedCommand } from '../context.ts';

/** Creates the command that prints a script for a shell, which completes the commands and their options. */
export function createDefinition(listCommands: () => Commands): DefineCommand {
  return (command, createContext) => {
    command
      .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
      .addHelpText(
        'after',
        '\nbash: eval "$(pgw completion bash)"\nzsh:  eval "$(pgw completion zsh)"\nfish: pgw completion fish | source',
      )
      .action(async (shell: 'bash' | 'zsh' | 'fish', _options: unknown, { parent }: Command) => {
        const words = await listWords(listCommands(), parent?.options.map(({ long }) => long ?? '') ?? []);
        createContext().terminal.stdout.write(
          shell === 'fish' ? toFish(words, listCommands()) : toBash(words, shell),
        );
      });
  };
}

type Commands = Readonly<Record<string, ListedCommand>>;

type Words = ReadonlyMap<string, readonly string[]>;

async function listWords(commands: Commands, globalOptions: readonly string[]): Promise<Words> {
  const { Command: CommandClass } = await import('commander');
  const entries = Object.entries(commands).map(async ([name, { load }]) => {
    const command = new CommandClass(name);
    (await load())(command, () => {
      throw new Error('A definition uses no context.');
    });
    const options = command.options.map(({ long }) => long ?? '');
    return [name, [...options, ...globalOptions, '--help'].filter((option) => option !== '')] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Returns a script for bash. With its completion functions for bash, zsh runs the same script. */
function toBash(words: Words, shell: 'bash' | 'zsh'): string {
  const cases = [...words]
    .map(([name, options]) => `    ${name}) words="${options.join(' ')}" ;;`)
    .join('\n');
  return `${shell === 'zsh' ? 'autoload -Uz bashcompinit && bashcompinit\n' : ''}_pgw_complete() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases}
    *) words="${[...words.keys()].join(' ')}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${[...words.keys()].join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pgw_complete pgw
`;
}

function toFish(words: Words, commands: Commands): string {
  const lines = [...words].flatMap(([name, options]) => [
    `complete -c pgw -n __fish_use_subcommand -a ${name} -d '${(commands[name]?.description ?? '').replaceAll("'", '')}'`,
    ...options.map(
      (option) => `complete -c pgw -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}
