/** Defines commands and reads their arguments: nothing unknown passes, and a near miss gets a suggestion. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../platform/did-you-mean.ts'

export interface Option {
  type: 'string' | 'boolean'
  /** The placeholder of the value in the help, such as `<port>`. */
  value?: string
  summary: string
  default?: string
  multiple?: true
  /** Other values are refused, and completion offers these. */
  choices?: readonly string[]
}
export type CommandOptions = Readonly<Record<string, Option>>

type OptionValue<O extends Option> = O extends { type: 'boolean' }
  ? boolean
  : O extends { default: string }
    ? string
    : string | undefined
export type OptionValues<O extends CommandOptions> = { readonly [K in keyof O]: OptionValue<O[K]> }

/** Headings of the list of commands, in order. Only `--help --all` lists `Advanced`. */
export const commandGroups = [
  'Run the server',
  'Try it out',
  'Use a server',
  'Keys and people',
  'Plans',
  'Data',
  'Markets',
  'Look and repair',
  'Advanced',
] as const

/** An entry of the list of commands. Its code loads when it is called, so that help need not wait. */
export interface CliCommand {
  name: string
  group: (typeof commandGroups)[number]
  /** At most 54 characters, so that a line of the list fits into 80 columns. */
  summary: string
  /** Arguments as the help shows them. */
  arguments?: string
  /** Runs for the name without its last word, so that `stays` is `stays list`. */
  isUsual?: true
  load(): Promise<CommandAction>
}

/** Returns the common beginnings of several names, such as `keys` and `markets events`. */
export const beginningsOf = (commands: readonly CliCommand[]): string[] => [
  ...new Set(
    commands.flatMap(({ name }) => {
      const words = name.split(' ')
      return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '))
    }),
  ),
]

export interface CommandAction {
  options: CommandOptions
  /** Command lines without the program's name, which the help adds. */
  examples: readonly string[]
  /** Further text that the help shows below the options. */
  more?: string
  run(called: CliCommand, args: string[]): Promise<void>
}

interface ActionDefinition<O extends CommandOptions> {
  examples: readonly string[]
  more?: string
  options?: O
  run(values: OptionValues<O>, positionals: string[]): Promise<void>
}

export function action<const O extends CommandOptions = Record<never, never>>(
  definition: ActionDefinition<O>,
): CommandAction {
  const options: CommandOptions = definition.options ?? {}
  return {
    options,
    examples: definition.examples,
    ...(definition.more === undefined ? {} : { more: definition.more }),
    async run(called, args) {
      const { values, positionals } = readArgs(args, options)
      if (called.arguments === undefined && positionals.length > 0) {
        throw new UsageError(`"${called.name}" takes no argument "${positionals[0]}".`)
      }
      await definition.run(values as OptionValues<O>, positionals)
    },
  }
}

/** The command was called wrongly, so its message ends with the way to its help. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** Lines to choose from, shown unchanged below the message. */
  readonly choices: string | undefined
  constructor(message: string, choices?: string) {
    super(message)
    this.choices = choices
  }
}

/** Commands whose result is data have this option. */
export const jsonOption = { json: { type: 'boolean', summary: 'Print the result as JSON' } } as const

export function hint(word: string, candidates: readonly string[]): string {
  const meant = didYouMean(word, candidates)
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}

/** Throws for an option that is not in the list. */
export function assertKnownOptions(args: string[], options: CommandOptions): void {
  const { tokens } = parseArgs({ args, options: forNode(options), strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (option === undefined) {
      const known = Object.keys(options).map((name) => `--${name}`)
      throw new UsageError(`There is no option ${token.rawName}.${hint(token.rawName, known)}`)
    }
    if (option.type === 'string' && !token.value) throw new UsageError(`--${token.name} needs a value.`)
    if (option.type === 'string' && !token.inlineValue && /^-./.test(token.value ?? ''))
      throw new UsageError(
        `--${token.name} needs a value; one that begins with a hyphen is written --${token.name}=-…`,
      )
    if (option.choices && !option.choices.includes(token.value ?? ''))
      throw new UsageError(
        `--${token.name} is one of ${option.choices.join(', ')}.${hint(token.value ?? '', option.choices)}`,
      )
    if (option.type === 'boolean' && token.value !== undefined) {
      throw new UsageError(`--${token.name} takes no value.`)
    }
  }
}

const forNode = (options: CommandOptions) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [
      name,
      { type, ...(multiple ? { multiple } : {}) },
    ]),
  )

function readArgs(args: string[], options: CommandOptions) {
  assertKnownOptions(args, options)
  const { values, positionals } = parseArgs({ args, options: forNode(options), allowPositionals: true })
  const defaults = Object.entries(options).map(([name, { type, default: value }]) => [
    name,
    type === 'boolean' ? false : value,
  ])
  return { values: { ...Object.fromEntries(defaults), ...values }, positionals }
}
