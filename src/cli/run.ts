/** Finds the command and runs it, or shows the requested help. */
import { hint, UsageError, type CliCommand } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, groupHelp, groups, overview } from './help.ts'
import { print } from './print.ts'

const isHelp = (arg: string) => arg === '--help' || arg === '-h'
const versionWords = ['--version', '-v', 'version']

/** Returns the command or group that the words begin with, or ''. */
export function calledIn(words: string[]): string {
  const complete = withUsualCommand(words)
  return commandIn(complete)?.name ?? groupIn(complete) ?? ''
}

/** Returns help for `--help`, `help` or incomplete words; null if a command should run. */
export async function helpIn(args: string[]): Promise<string | null> {
  const asked = args.some(isHelp) || args[0] === 'help'
  const words = wordsOf(args)
  const [first = ''] = words
  if (first === '' || (asked && first.startsWith('-'))) return overview({ all: args.includes('--all') })
  const command = commandIn(words)
  if (command) return asked ? commandHelp(command) : null
  const group = groupIn(words)
  if (group === undefined || (!asked && words.length > group.split(' ').length)) return null
  return group === 'keys' ? `${groupHelp(group)}\n\n${await whereKeysAre()}` : groupHelp(group)
}

/** Completes `stays --json` to `stays list --json`. */
function withUsualCommand(args: string[]): string[] {
  const [group = '', next] = args
  const usual = commands.find(({ name, isUsual }) => isUsual && name.startsWith(`${group} `))
  if (usual === undefined || args.some(isHelp) || (next !== undefined && !next.startsWith('-'))) return args
  return [...usual.name.split(' '), ...args.slice(1)]
}

export async function runCommand(line: string[]): Promise<void> {
  const args = withUsualCommand(line)
  if (versionWords.includes(args[0] ?? '')) {
    const { serverVersion } = await import('../platform/version.ts')
    return print(`lodgewire ${serverVersion}`)
  }
  const help = await helpIn(args)
  if (help !== null) return print(help)
  const command = commandIn(args)
  if (command) {
    const { run } = await command.load()
    return run(command, args.slice(command.name.split(' ').length))
  }
  const words = wordsOf(args)
  const [first = ''] = words
  if (first.startsWith('-')) throw new UsageError(`A command comes first, not the option ${first}.`)
  const known = groupIn(words)?.split(' ').length ?? 0
  throw unknown(words.slice(0, known + 1).join(' '))
}

async function whereKeysAre(): Promise<string> {
  const [{ loadConfig }, { keysPlace }] = await Promise.all([
    import('../platform/config.ts'),
    import('./keys-place.ts'),
  ])
  return keysPlace(loadConfig().dataDir)
}

const wordsOf = (args: string[]) => (args[0] === 'help' ? args.slice(1) : args)

const startsWith = (words: string[], name: string) =>
  name.split(' ').every((word, index) => words[index] === word)

const longest = <T>(found: readonly T[], nameOf: (one: T) => string): T | undefined =>
  found.toSorted((a, b) => nameOf(b).length - nameOf(a).length)[0]

/** `migrate` is a command and so is `migrate status`; any other second word is a typing error. */
function commandIn(words: string[]): CliCommand | undefined {
  const command = longest(
    commands.filter(({ name }) => startsWith(words, name)),
    ({ name }) => name,
  )
  if (!command || command.arguments !== undefined || !groups.includes(command.name)) return command
  const next = words[command.name.split(' ').length]
  return next === undefined || next.startsWith('-') ? command : undefined
}

const groupIn = (words: string[]): string | undefined =>
  longest(
    groups.filter((group) => startsWith(words, group)),
    (group) => group,
  )

function unknown(word: string): UsageError {
  const known = [...commands.map(({ name }) => name), ...groups]
  return new UsageError(`There is no command "${word}".${hint(word, known)}`)
}
