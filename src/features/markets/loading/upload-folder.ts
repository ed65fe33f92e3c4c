/** Where files lie while they are read, and what a server that was killed left there. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const begins = 'lodgewire-market-'
/** No upload takes so long, whoever reads it: another container may share the folder. */
const oldMs = 24 * 3_600_000

export async function newFolder(): Promise<string> {
  await clearOld()
  return mkdtemp(path.join(tmpdir(), begins))
}

async function clearOld(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(begins))
  for (const name of names) {
    const folder = path.join(tmpdir(), name)
    // Another server may clear it at the same time.
    const found = await stat(folder).catch(() => null)
    if (found && Date.now() - found.mtimeMs > oldMs) await rm(folder, { recursive: true, force: true })
  }
}
