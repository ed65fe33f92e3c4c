/** `docs/internals/walks.md`, from the walks. */
import path from 'node:path'
import { deedOf, filesOf, statementsOf, type WalkPart, type Walk } from './parts.ts'

const opening = `# Walks

Which way a change takes through the server, as a test traced it (\`test/walks\`): the rooms it passes, the statements it sends,
the calls to the vendor. The counts are limits in that test. Every statement counts that a server sends for it, \`begin\` and
\`commit\` too. This page is written by \`WRITE_WALKS=1 npm test -- test/walks\`; the test fails while it says something else
than the code does.
`

const short = (file: string) => file.replace(/^src\//, '')

/** A slice of features and a connector are rooms of their own. */
const roomOf = (file: string) => (/^(?:(?:features|connectors)\/)?[^/]+/.exec(short(file)) ?? [file])[0]

const counted = (names: readonly string[]) =>
  [...Map.groupBy(names, (name) => name)].map(([name, same]) => ({ name, count: same.length }))

/** Most files first: which of two rooms was entered first can depend on how fast the vendor answers. */
const roomsText = (files: readonly string[]) =>
  counted(files.map(roomOf))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ')

const told = (statement: WalkPart['statements'][number]) =>
  `${deedOf(statement)} (\`${short(statement.files[0] ?? '')}\`)`

const listed = (lines: readonly string[]) => lines.map((line) => `1. ${line}`).join('\n')

/** Those that are more often in `those` than in `than`. */
function besides(those: readonly string[], than: readonly string[]): string[] {
  const left = [...than]
  return those.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function statementsText(walk: Walk): string {
  if (!walk.like) {
    return walk.parts
      .map(({ title, statements }) => `### ${title}\n\n${listed(statements.map(told))}`)
      .join('\n\n')
  }
  const [own, others] = [walk, walk.like].map((one) => statementsOf(one).map(told))
  const [more, fewer] = [besides(own ?? [], others ?? []), besides(others ?? [], own ?? [])]
  return [
    `The statements are those of “${walk.like.title}”${more.length + fewer.length === 0 ? '.' : '; besides:'}`,
    listed([...more, ...fewer.map((line) => `left out: ${line}`)]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function callsText({ vendorCalls, warmCalls }: Walk): string {
  const known = warmCalls === undefined ? [] : besides(vendorCalls, warmCalls)
  const counts =
    warmCalls === undefined
      ? `${vendorCalls.length}`
      : `${vendorCalls.length} in a process that knows nothing of the account yet and ${warmCalls.length} after that (without the ones in brackets)`
  const marked = vendorCalls.map((call) => {
    const at = known.indexOf(call)
    if (at < 0) return `\`${call}\``
    known.splice(at, 1)
    return `(\`${call}\`)`
  })
  return `Calls to the vendor, ${counts}:\n\n${listed(marked)}`
}

function walkText(walk: Walk): string {
  const rows = walk.parts.map(
    ({ title, files, statements }) =>
      `| ${title} | ${statements.length} | ${files.length} | ${roomsText(files)} |`,
  )
  return [
    `## ${walk.title}`,
    walk.about,
    [
      '| Part | Statements | New files | By room |',
      '|---|---|---|---|',
      ...rows,
      `| Together | ${statementsOf(walk).length} | ${filesOf(walk).length} | |`,
    ].join('\n'),
    callsText(walk),
    statementsText(walk),
  ].join('\n\n')
}

/** Every file once, in its folder, with the walks that pass it when not all of them do. */
function filesText(walks: readonly Walk[]): string {
  const passing = new Map<string, number[]>()
  walks.forEach((walk, index) => {
    for (const file of filesOf(walk)) passing.set(file, [...(passing.get(file) ?? []), index + 1])
  })
  const marked = (file: string) => {
    const by = passing.get(file) ?? []
    return `${path.posix.basename(file, '.ts')}${by.length === walks.length ? '' : ` (${by.join(', ')})`}`
  }
  const folders = Map.groupBy([...passing.keys()].toSorted(), (file) => short(path.posix.dirname(file)))
  return [
    '## Files',
    `What is passed, in the folders of \`src\`. ${walks.map(({ title }, i) => `${i + 1} is “${title}”`).join(', ')}; a file without a number is passed by all of them.`,
    [...folders].map(([folder, files]) => `- \`${folder}\`: ${files.map(marked).join(', ')}`).join('\n'),
  ].join('\n\n')
}

export const pageOf = (walks: readonly Walk[]): string =>
  `${[opening, [...walks.map(walkText), filesText(walks)].join('\n\n')].join('\n')}\n`
