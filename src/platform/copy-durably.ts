/** Copies files and folders, and syncs them to disk before it returns. */
import { constants, copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'

export type CopyChoice = 'whole' | 'empty' | 'not'

export interface CopyOptions {
  /** Decides for each entry by its path inside of the folder. */
  taken?(inside: string): CopyChoice
  /** Called after each file with its length. */
  copied?(bytes: number): void
}

/**
 * Copies a file, or a folder with its content and modes. Files removed meanwhile are left out. Throws if `to`
 * exists, or `from` is neither file nor folder.
 */
export async function copyDurably(
  from: string,
  to: string,
  options: CopyOptions = {},
  inside = '',
): Promise<void> {
  const [source, target] = [path.join(from, inside), path.join(to, inside)]
  const found = await lstat(source)
  if (found.isFile()) {
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await syncToDisk(target)
    options.copied?.(found.size)
    return
  }
  if (!found.isDirectory()) throw new Error(`${source} is neither file nor folder, and not copied`)
  await mkdir(target, { mode: found.mode })
  for (const name of await readdir(source)) {
    const place = path.join(inside, name)
    const how = options.taken?.(place) ?? 'whole'
    if (how === 'empty') await mkdir(path.join(to, place), { mode: found.mode })
    if (how === 'whole') await copyDurably(from, to, options, place).catch(unlessGone)
  }
  await syncToDisk(target)
}

function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Syncing a folder makes its entries durable. */
export async function syncToDisk(place: string): Promise<void> {
  const handle = await open(place)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
