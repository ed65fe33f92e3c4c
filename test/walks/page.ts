/** `docs/walks.md`, from the walks. */
import { deedOf, filesOf, statementsOf, type Part, type Walk } from './parts.ts'

const opening = `# Walks

Which way a change takes through the files, as a test traced it (\`test/walks\`): the files it passes in their order, the
statements they send, the calls to the vendor. The counts are limits in that test. Every statement counts that a server sends
for it, \`begin\` and \`commit\` too. This page is written by \`WRITE_WALKS=1 npm test -- test/walks\`; the test fails while it
says something else than the code does.
`

const short = (file: string) => file.replace(/^src\//, '')

function partText({ title, statements, files }: Part): string {
  return [
    `### ${title}`,
    files.map((file) => `\`${short(file)}\``).join(' → ') || 'No file that was not passed before.',
    statements
      .map((statement) => `1. ${deedOf(statement)} (\`${short(statement.files[0] ?? '')}\`)`)
      .join('\n'),
  ].join('\n\n')
}

function walkText(walk: Walk): string {
  const rows = walk.parts.map(
    ({ title, files, statements }) => `| ${title} | ${files.length} | ${statements.length} |`,
  )
  return [
    `## ${walk.title}`,
    walk.about,
    [
      '| Part | New files | Statements |',
      '|---|---|---|',
      ...rows,
      `| Together | ${filesOf(walk).length} | ${statementsOf(walk).length} |`,
    ].join('\n'),
    `Calls to the vendor, ${walk.vendorCalls.length}:`,
    walk.vendorCalls.map((call) => `1. \`${call}\``).join('\n'),
    ...walk.parts.map(partText),
  ].join('\n\n')
}

export const pageOf = (walks: readonly Walk[]): string => `${[opening, ...walks.map(walkText)].join('\n')}\n`
