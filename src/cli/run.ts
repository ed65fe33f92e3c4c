/** Finds the command that is meant and runs it, or shows the help that was asked for. */
import { hint, UsageError, type Command } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, groupHelp, groups, overview } from './help.ts'
import { print } from './print.ts'

/** What the words of a command line begin with: a command, a group such as `keys`, or neither. */
export function calledIn(words: string[]): string {
  const [first = ''] = words
  return commandIn(words)?.name ?? (groups.includes(first) ? first : '')
}

/** What was asked for by `--help`, `help` or too few words; null when a command is to run. */
export async function helpIn(args: string[]): Promise<string | null> {
  const asked = args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help'
  const words = wordsOf(args)
  const [first = '', second] = words
  if (first === '' || (asked && first.startsWith('-'))) return overview()
  const command = commandIn(words)
  if (command) return asked ? commandHelp(command) : null
  if (!groups.includes(first) || (second !== undefined && !asked)) return null
  return first === 'keys' ? `${groupHelp(first)}\n\n${await whereKeysAre()}` : groupHelp(first)
}

export async function runCommand(args: string[]): Promise<void> {
  const command = commandIn(args)
  const help = await helpIn(args)
  if (help !== null) return print(help)
  if (command) {
    const { run } = await command.load()
    return run(command, args.slice(command.name.split(' ').length))
  }
  const [first = '', second = ''] = wordsOf(args)
  if (first.startsWith('-')) throw new UsageError(`A command comes first, not the option ${first}.`)
  throw unknown(groups.includes(first) ? `${first} ${second}` : first)
}

async function whereKeysAre(): Promise<string> {
  const [{ loadConfig }, { keysPlace }] = await Promise.all([
    import('../platform/config.ts'),
    import('./keys-place.ts'),
  ])
  return keysPlace(loadConfig().dataDir)
}

const wordsOf = (args: string[]) => (args[0] === 'help' ? args.slice(1) : args)

function commandIn(words: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
}

function unknown(given: string): UsageError {
  const known = [...commands.map(({ name }) => name), ...groups]
  return new UsageError(`There is no command "${given}".${hint(given, known)}`)
}
