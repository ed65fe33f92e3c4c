/** Writes into the guide of migrations which channel listings each system reports, from the manifests. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connectors } from '../src/connectors/index.ts'
import { generatedFile } from './generated-file.ts'

const file = 'docs/guides/migrating.md'
const [begin, end] = ['<!-- channel links: generated from the manifests -->', '<!-- channel links: end -->']

export async function generateChannelDocs({ check }: { check: boolean }): Promise<string[]> {
  const text = await readFile(path.resolve(import.meta.dirname, '..', file), 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${file} has lost its place for the links to channels`)
  return generatedFile(file, `${before}${begin}\n${table()}\n${end}${after}`, { check })
}

function table(): string {
  const rows = Object.values(connectors)
    .filter(({ manifest }) => manifest.category === 'pms')
    .toSorted((a, b) => a.manifest.displayName.localeCompare(b.manifest.displayName, 'en'))
    .map(({ manifest: { id, displayName, notes }, operations }) => {
      if (notes.channels === undefined) throw new Error(`${id} does not say which channel listings it tells`)
      return `| ${displayName} | ${operations.channelLinks ? 'yes' : 'no'} | ${notes.channels} |`
    })
  return ['', '| System | `supported` | Which links it tells |', '|---|---|---|', ...rows, ''].join('\n')
}
