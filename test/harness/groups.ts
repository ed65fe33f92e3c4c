/**
 * Test files share processes, since loading and warming the product takes two seconds of processor, longer than most
 * files.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
/** Seconds of long files, written by `WRITE_LENGTHS=1 npm run test:all`. */
export const lengthsFile = path.join(root, 'test/harness/lengths.json')
/** Long groups load the product seldom; short last ones keep both processors busy until the end. */
const groupSeconds = { first: 150, last: 75 }
/** Share of all seconds that goes into the last groups. */
const shareOfLast = 1 / 3
const unknownSeconds = 0.5
/** These take minutes, or need a process that has done nothing else. */
const isAlone = (file: string) => /^test\/(e2e|walks)\//.test(file.replaceAll(path.sep, '/'))

type Lengths = Record<string, number>

export const readLengths = () => JSON.parse(readFileSync(lengthsFile, 'utf8')) as Lengths

export const secondsOf = (file: string, lengths: Lengths) => lengths[file] ?? unknownSeconds

/** Separates the files that take at least so many seconds. */
export function separateLong(
  files: readonly string[],
  lengths: Lengths,
  atLeastSeconds: number,
): { long: string[]; others: string[] } {
  const isLong = (file: string) => secondsOf(file, lengths) >= atLeastSeconds
  return { long: files.filter(isLong), others: files.filter((file) => !isLong(file)) }
}

/**
 * Groups neighbours, the longest first. A file alone in its process that was never measured may take minutes, so it
 * goes first.
 */
export function groupsOf(files: readonly string[], lengths: Lengths): string[][] {
  const [alone, shared] = [files.filter(isAlone), files.filter((file) => !isAlone(file))]
  const groups: { files: string[]; seconds: number }[] = []
  let left = shared.reduce((sum, file) => sum + secondsOf(file, lengths), 0)
  const last = left * shareOfLast
  for (const file of shared.toSorted()) {
    const seconds = secondsOf(file, lengths)
    const most = left > last ? groupSeconds.first : groupSeconds.last
    left -= seconds
    const group = groups.at(-1)
    if (group !== undefined && group.seconds + seconds <= most) {
      group.files.push(file)
      group.seconds += seconds
    } else groups.push({ files: [file], seconds })
  }
  const longest = alone.map((file) => ({ files: [file], seconds: lengths[file] ?? Number.MAX_VALUE }))
  return [...longest, ...groups].toSorted((a, b) => b.seconds - a.seconds).map((group) => group.files)
}

/** Writes an entry for each group into the folder; node sorts entries, so names keep their order. */
export function entriesOf(files: readonly string[], folder: string): string[] {
  return groupsOf(files, readLengths()).map((group, index, { length }) => {
    const [first = '', ...others] = group
    if (length === 1 && others.length === 0) return first
    const place = String(index + 1).padStart(3, '0')
    const name = `${place}-${first.replaceAll(/[/\\]/g, '-')}-and-${others.length}-more.mjs`
    const entry = path.join(folder, name)
    const part = (file: string) => JSON.stringify(path.join(root, 'test/harness', file))
    const lines = [
      `import ${part('unfollowed-promises.ts')}`,
      // The product is loaded first: files that wait for their database while they load would be kept from it.
      `await import(${part('app.ts')})`,
      `const { runGroup } = await import(${part('run-group.ts')})`,
      `runGroup(${JSON.stringify(group)})`,
    ]
    writeFileSync(entry, `${lines.join('\n')}\n`)
    return entry
  })
}
