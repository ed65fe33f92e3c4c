/** Builds the texts of `--help` for everything, for a group such as `keys`, and for one command. */
import stringWidth from 'fast-string-width'
import { ownCommand } from '../platform/own-command.ts'
import { beginningsOf, commandGroups, type CliCommand, type Option } from './command.ts'
import { commands } from './commands.ts'
import { paint, screenWidth } from './print.ts'
import { definitions, paragraphs } from './table.ts'

/** Longer lines are hard to read on a wide screen. */
const widest = 100
/** A longer term gets a line of its own. */
const widestTerm = 31

export const groups: readonly string[] = beginningsOf(commands)

const roomFor = () => Math.min(screenWidth() ?? 80, widest)
const heading = (text: string) => paint('bold', text)

function list(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.min(widestTerm, Math.max(...pairs.map(([term]) => stringWidth(term))))
  return definitions(pairs, { room: roomFor(), width, mark: (term) => paint('cyan', term) })
}

export function overview({ all }: { all: boolean }): string {
  const shown = commands.filter(({ group }) => all || group !== 'Advanced')
  const width = Math.max(...shown.map(({ name }) => name.length))
  const sections = commandGroups.flatMap((group) => {
    const members = shown.filter((command) => command.group === group)
    if (members.length === 0) return []
    const pairs = members.map(({ name, summary }) => [name, summary] as const)
    const lines = definitions(pairs, { room: roomFor(), width, mark: (term) => paint('cyan', term) })
    return [`${heading(group)}\n${lines}`]
  })
  return `Usage: ${ownCommand} <command> [options]

${sections.join('\n\n')}

${list([
  ['<command> --help', 'Its options, with examples'],
  ['--help --all', 'Advanced commands too'],
  ['--version', 'The version of this server'],
])}

Settings: the environment or .env; docs/operate/configuration.md lists them.`
}

export function groupHelp(group: string): string {
  const members = commands.filter(({ name }) => name.startsWith(`${group} `))
  const lines = members.map(
    ({ name, arguments: given, summary }) => [[name, given].filter(Boolean).join(' '), summary] as const,
  )
  const usual = members.find(({ isUsual }) => isUsual)
  const short = usual === undefined ? '' : `\n\n${ownCommand} ${group} alone is ${ownCommand} ${usual.name}.`
  return `Usage: ${ownCommand} ${group} <command> [options]\n\n${list(lines)}${short}`
}

export async function commandHelp(command: CliCommand): Promise<string> {
  const { options: known, examples, more } = await command.load()
  const options = Object.entries(known)
  const words = [command.name, command.arguments, options.length > 0 && '[options]'].filter(Boolean)
  const lines = options.map(
    ([name, option]) => [`--${name}${option.value ? ` ${option.value}` : ''}`, summaryOf(option)] as const,
  )
  const parts = [
    `Usage: ${ownCommand} ${words.join(' ')}`,
    `${command.summary}.`,
    options.length > 0 && `${heading('Options')}\n${list(lines)}`,
    `${heading(examples.length === 1 ? 'Example' : 'Examples')}\n${examples.map((one) => `  ${ownCommand} ${one}`).join('\n')}`,
    more !== undefined && paragraphs(more, roomFor()),
    groups.includes(command.name) && `${heading('Commands')}\n${list(belowOf(command))}`,
  ]
  return parts.filter((part) => part !== false).join('\n\n')
}

const belowOf = ({ name }: CliCommand) =>
  commands
    .filter((command) => command.name.startsWith(`${name} `))
    .map((command) => [command.name, command.summary] as const)

const summaryOf = ({ summary, default: value }: Option) =>
  value === undefined ? summary : `${summary} (default: ${value})`
