/** The texts behind `--help`: of everything, of a group such as `keys`, and of one command. */
import type { Command, Option } from './command.ts'
import { commands } from './commands.ts'

const program = 'npm run lodgewire --'

/** First words that several commands share. */
export const groups: readonly string[] = [
  ...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] as string] : []))),
]

const lineOf = ({ name, arguments: given, summary }: Command) =>
  `  ${[name, given].filter(Boolean).join(' ')}\n      ${summary}`

export function overview(): string {
  return `Usage: ${program} <command>

${commands.map(lineOf).join('\n')}

Options of a command: ${program} <command> --help
Settings: docs/operate/configuration.md, or the .env file of this folder`
}

export function groupHelp(group: string): string {
  const members = commands.filter(({ name }) => name.startsWith(`${group} `))
  return `Usage: ${program} ${group} <command>\n\n${members.map(lineOf).join('\n')}`
}

export async function commandHelp(command: Command): Promise<string> {
  const { options: known, more: besides } = await command.load()
  const options = Object.entries(known)
  const words = [command.name, command.arguments, options.length > 0 && '[options]'].filter(Boolean)
  const head = `Usage: ${program} ${words.join(' ')}\n\n${command.summary}.`
  if (options.length === 0) return head
  const named = options.map(
    ([name, option]) => [`--${name}${option.value ? ` ${option.value}` : ''}`, option] as const,
  )
  const width = Math.max(...named.map(([text]) => text.length))
  const lines = named.map(([text, option]) => `  ${text.padEnd(width)}  ${summaryOf(option)}`)
  const more = besides === undefined ? '' : `\n\n${besides}`
  return `${head}\n\n${lines.join('\n')}${more}`
}

const summaryOf = ({ summary, default: value }: Option) =>
  value === undefined ? summary : `${summary} (default: ${value})`
