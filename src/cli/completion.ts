/** `completion` prints a script of a shell that completes commands, options and their values. */
import { action, UsageError, type CliCommand, type CommandAction } from './command.ts'
import { commandTree } from './completion/command-tree.ts'
import { bashScript } from './completion/bash.ts'
import { fishScript } from './completion/fish.ts'
import { zshScript } from './completion/zsh.ts'
import { print } from './print.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** Takes the table of commands, which imports this file. */
export const completionFor = (commands: readonly CliCommand[]): CommandAction =>
  action({
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/lodgewire',
      'completion zsh > "${fpath[1]}/_lodgewire"',
      'completion fish > ~/.config/fish/completions/lodgewire.fish',
    ],
    more: 'The script completes the program lodgewire; bin/lodgewire of this folder is it.',
    async run(_values, [shell = '', ...more]) {
      if (!Object.hasOwn(scripts, shell) || more.length > 0)
        throw new UsageError('completion takes a shell: bash, zsh or fish.')
      print(scripts[shell as keyof typeof scripts](await commandTree(commands)))
    },
  })
