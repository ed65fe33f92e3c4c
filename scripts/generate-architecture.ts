/** Draws the rooms of `src` and the domains of `src/features` with their imports into ARCHITECTURE.md. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import domains from './domains.json' with { type: 'json' }
import { generatedFile } from './generated-file.ts'
import { readImports, type SourceImport } from './read-imports.ts'

const root = path.resolve(import.meta.dirname, '..')
const file = 'ARCHITECTURE.md'
const [begin, end] = ['<!-- rooms: generated from the imports -->', '<!-- rooms: end -->']

/** From top to bottom; `main` stands for everything that starts a process. */
const rooms = [
  'main',
  'features',
  'upstream',
  'records',
  'http',
  'connectors',
  'connector-kit',
  'platform',
  'contract',
]

export async function generateArchitecture({ check }: { check: boolean }): Promise<string[]> {
  const imports = await readImports()
  const text = await readFile(path.join(root, file), 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${file} has lost its place for the picture`)
  return generatedFile(file, `${before}${begin}\n${await picture(imports)}\n${end}${after}`, { check })
}

const roomOf = (name: string) => {
  const [, room = '', below] = name.split(path.sep)
  return below === undefined || room === 'cli' ? 'main' : room
}
const domainOf = (name: string) => /^src\/features\/([^/]+)\//.exec(name)?.[1]

/** Returns every pair of different places once. */
function arrows(
  imports: readonly SourceImport[],
  placeOf: (name: string) => string | undefined,
): [string, string][] {
  const pairs = imports.flatMap(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)]
    return a !== undefined && b !== undefined && a !== b ? [`${a} ${b}`] : []
  })
  return [...new Set(pairs)].toSorted().map((pair) => pair.split(' ') as [string, string])
}

async function picture(imports: readonly SourceImport[]): Promise<string> {
  const betweenRooms = arrows(imports, (name) => (name === 'src/services.ts' ? undefined : roomOf(name)))
  const betweenDomains = arrows(imports, domainOf)
  const uses = (place: string, pairs: readonly [string, string][], order: readonly string[]) =>
    pairs
      .filter(([from]) => from === place)
      .map(([, to]) => to)
      .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  const wide = Math.max(...rooms.map((room) => room.length))
  const roomLines = rooms.map(
    (room) => `${room.padEnd(wide)}  →  ${uses(room, betweenRooms, rooms).join(', ') || '–'}`,
  )
  const domainRows = await Promise.all(
    domains.toReversed().map(async (domain) => {
      const below = uses(domain, betweenDomains, domains).map((name) => `\`${name}\``)
      return `| \`${domain}\` | ${await purposeOf(domain)} | ${below.join(', ') || '–'} |`
    }),
  )
  return [
    '```',
    ...roomLines,
    '```',
    '',
    'Inside of `src/features`, from the top to the ground (`scripts/domains.json`):',
    '',
    '| Domain | What it holds | What it uses |',
    '|---|---|---|',
    ...domainRows,
  ].join('\n')
}

/** Reads the sentence at the head of a domain's door. */
async function purposeOf(domain: string): Promise<string> {
  const door = `src/features/${domain}/public.ts`
  const sentence = /^\/\*\* (.+) \*\/\n/.exec(await readFile(path.join(root, door), 'utf8'))?.[1]
  if (sentence === undefined) throw new Error(`${door} does not begin with a sentence about the domain`)
  return sentence
}
