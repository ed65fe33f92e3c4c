/** Draws the rooms of `src` and the slices of `src/features` on their floors into ARCHITECTURE.md, with the imports there are. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import floors from './floors.json' with { type: 'json' }
import { generatedFile } from './generated-file.ts'

const root = path.resolve(import.meta.dirname, '..')
const file = 'ARCHITECTURE.md'
const [begin, end] = ['<!-- rooms: generated from the imports -->', '<!-- rooms: end -->']

/** From the top to the ground. `main` stands for whatever starts a process. */
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

interface Import {
  from: string
  to: string
}

export async function generateArchitecture({ check }: { check: boolean }): Promise<string[]> {
  const imports = await allImports()
  const text = await readFile(path.join(root, file), 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${file} has lost its place for the picture`)
  return generatedFile(file, `${before}${begin}\n${picture(imports)}\n${end}${after}`, { check })
}

async function allImports(): Promise<Import[]> {
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (name) => !/\.(test|examples)\.ts$|\/testing\//.test(name),
  )
  const found = await Promise.all(
    files.map(async (from) => {
      const text = await readFile(path.join(root, from), 'utf8')
      const targets = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
        ([, target = '']) => target,
      )
      return targets
        .map((target) => ({ from, to: path.join(path.dirname(from), target) }))
        .filter(({ to }) => to.startsWith(`src${path.sep}`))
    }),
  )
  return found.flat()
}

const roomOf = (name: string) => {
  const [, room = '', below] = name.split(path.sep)
  return below === undefined || room === 'cli' ? 'main' : room
}
const sliceOf = (name: string) => /^src\/features\/([^/]+)\//.exec(name)?.[1]

/** Every pair of different places, once. */
function arrows(
  imports: readonly Import[],
  placeOf: (name: string) => string | undefined,
): [string, string][] {
  const pairs = imports.flatMap(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)]
    return a !== undefined && b !== undefined && a !== b ? [`${a} ${b}`] : []
  })
  return [...new Set(pairs)].toSorted().map((pair) => pair.split(' ') as [string, string])
}

function picture(imports: readonly Import[]): string {
  const betweenRooms = arrows(imports, (name) => (name === 'src/services.ts' ? undefined : roomOf(name)))
  const betweenSlices = arrows(imports, sliceOf)
  const uses = (place: string, pairs: readonly [string, string][], order: readonly string[]) =>
    pairs
      .filter(([from]) => from === place)
      .map(([, to]) => to)
      .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  const wide = Math.max(...rooms.map((room) => room.length))
  const roomLines = rooms.map(
    (room) => `${room.padEnd(wide)}  →  ${uses(room, betweenRooms, rooms).join(', ') || '–'}`,
  )
  const floorLines = floors.toReversed().flatMap(({ floor, what, slices }) => [
    '',
    `${floor} (${what[0]?.toLowerCase()}${what.slice(1)})`,
    ...slices.map((slice) => {
      const below = uses(slice, betweenSlices, slices)
      return `  ${slice}${below.length > 0 ? `  →  ${below.join(', ')}` : ''}`
    }),
  ])
  return [
    '```',
    ...roomLines,
    '```',
    '',
    'Inside of `src/features`, from the top floor to the ground (`scripts/floors.json`):',
    '',
    '```',
    ...floorLines.slice(1),
    '```',
  ].join('\n')
}
