/** The words that may follow each beginning of a command, read from the commands themselves. */
import { beginningsOf, type CliCommand, type Option } from '../command.ts'

export interface WordChoice {
  word: string
  summary: string
}

export interface CommandNode {
  /** The words so far: `''`, `stays` or `stays list`. */
  path: string
  next: WordChoice[]
  options: (WordChoice & Pick<Option, 'type' | 'choices'>)[]
  /** Values of the command's argument. */
  values: readonly string[]
}

const helpOption = { word: '--help', summary: 'Options, with examples', type: 'boolean' } as const

/** Arguments with a short list of values. */
const argumentValues: Record<string, readonly string[]> = { completion: ['bash', 'zsh', 'fish'] }

export async function commandTree(commands: readonly CliCommand[]): Promise<CommandNode[]> {
  const groups = beginningsOf(commands)
  const paths = ['', ...groups, ...commands.map(({ name }) => name).filter((name) => !groups.includes(name))]
  return Promise.all(
    paths.map(async (path) => {
      const command = commands.find(
        ({ name, isUsual }) => name === path || (isUsual && name === `${path} list`),
      )
      const options = command ? Object.entries((await command.load()).options) : []
      return {
        path,
        next: nextWords(commands, path),
        options: [
          ...options.map(([name, { summary, type, choices }]) => ({
            ...{ word: `--${name}`, summary, type },
            ...(choices === undefined ? {} : { choices }),
          })),
          helpOption,
        ],
        values: argumentValues[path] ?? [],
      }
    }),
  )
}

function nextWords(commands: readonly CliCommand[], path: string): WordChoice[] {
  const beginning = path === '' ? '' : `${path} `
  const found = new Map<string, string>()
  for (const { name, summary } of commands) {
    if (!name.startsWith(beginning) || name === path) continue
    const [word = ''] = name.slice(beginning.length).split(' ')
    const isWhole = name === `${beginning}${word}`
    if (isWhole || !found.has(word)) found.set(word, isWhole ? summary : `Commands for ${word}`)
  }
  return [...found].map(([word, summary]) => ({ word, summary }))
}
