/** Sorts named files by their names; their columns are checked when they are read. */
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileKinds, type MarketFileKind } from './columns.ts'
import { MarketFileError } from './file-fault.ts'
import type { MarketFile } from './read-csv.ts'

export interface FoundFile extends MarketFile {
  kind: MarketFileKind
  path: string
  bytes: number
}

const nameOf = /(?:^|[^a-z])(listings|calendar|reviews)(?:[^a-z].*)?\.csv(\.gz)?$/i

/**
 * Looks into folders, but not their subfolders. Of two files of a kind the packed one is used; the other is its
 * summary.
 */
export async function findFiles(named: readonly string[]): Promise<FoundFile[]> {
  const all = (await Promise.all(named.map(filesAt))).flat()
  const found = fileKinds.flatMap((kind) => {
    const files = all.filter((file) => file.kind === kind).toSorted((a, b) => rank(a) - rank(b))
    const [first, second] = files
    if (first && second && rank(first) === rank(second))
      throw new MarketFileError(
        `${first.path} and ${second.path} are both files of ${kind}: name one of them.`,
      )
    return first ?? []
  })
  if (!found.some(({ kind }) => kind === 'listings'))
    throw new MarketFileError(
      `There is no file of listings in ${named.join(', ')}: a city is listings.csv.gz, and calendar.csv.gz and reviews.csv.gz beside it.`,
    )
  return found
}

const rank = ({ path: name }: FoundFile) => (name.toLowerCase().endsWith('.gz') ? 0 : 1)

async function filesAt(named: string): Promise<FoundFile[]> {
  const found = await stat(named).catch(() => {
    throw new MarketFileError(`There is no file ${named}.`)
  })
  if (found.isDirectory()) {
    const names = (await readdir(named)).filter((name) => nameOf.test(name))
    return (await Promise.all(names.map((name) => filesAt(path.join(named, name))))).flat()
  }
  const kind = nameOf.exec(path.basename(named))?.[1]?.toLowerCase() as MarketFileKind | undefined
  if (!kind)
    throw new MarketFileError(
      `${named}: its name says neither listings nor calendar nor reviews, and it ends neither in .csv nor .csv.gz.`,
    )
  await (await open(named)).close()
  return [
    { kind, path: named, name: path.basename(named), bytes: found.size, open: () => createReadStream(named) },
  ]
}
