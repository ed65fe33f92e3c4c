/** Writes docs/internals/tables.md: who writes and who reads each table. */
import { tableOwners } from '../src/platform/tenant-tables.ts'
import { generatedFile } from './generated-file.ts'
import { foreignWriters } from './owner-exceptions.ts'
import { sourceUses } from './table-uses.ts'

const intro = `# Who writes and reads each table

Each table has one owner: the room whose code writes it. Other rooms call functions of the owner, so a rule about a table stands in
one place ([decision 264](../decisions/0264-one-owner-for-a-table.md)). This page is written by \`npm run generate\` from the SQL in
\`src\`, and \`npm run check:owners\` fails on a statement of another room.

"Database" stands for triggers and functions alone. Readers are the other rooms whose statements name the table after \`from\`, \`join\`
or \`using\`.

| Table | Owner | Other rooms that read it |
|---|---|---|
`

export async function generateTableDocs(options: { check: boolean }): Promise<string[]> {
  const { uses } = sourceUses()
  const rows = Object.entries(tableOwners)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, owner]) => {
      const readers = uses.filter((use) => use.table === table && use.room !== owner).map(({ room }) => room)
      return `| \`${table}\` | ${owner} | ${[...new Set(readers)].toSorted().join(', ') || '–'} |\n`
    })
  const exceptions = foreignWriters.map(
    ({ table, room, reason }) => `| \`${table}\` | ${room} | ${reason} |\n`,
  )
  const heading = '\n## Written by another room as well\n\n| Table | Room | Reason |\n|---|---|---|\n'
  return generatedFile(
    'docs/internals/tables.md',
    intro + rows.join('') + heading + exceptions.join(''),
    options,
  )
}
