/** Copies files and folders, and syncs them to disk before it returns. */
import { constants, copyFile, mkdir, open, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { copyTree, type CopyOptions, type CopyTarget } from './copy-tree.ts'

/** Existing files are never replaced. */
export function folderTarget(root: string): CopyTarget {
  const placeOf = (to: string) => path.join(root, to)
  return {
    async openFolder(to, mode) {
      await mkdir(placeOf(to), { mode })
    },
    closeFolder: (to) => syncToDisk(placeOf(to)),
    async copyFile(from, to) {
      await copyFile(from, placeOf(to), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      await syncToDisk(placeOf(to))
      return (await stat(placeOf(to))).size
    },
    writeFile: (to, text, mode) => writeFile(placeOf(to), text, { mode, flag: 'wx', flush: true }),
  }
}

/**
 * Copies a file, or a folder with its content and modes. Files removed meanwhile are left out. Throws if `to`
 * exists, or `from` is neither file nor folder.
 */
export const copyDurably = (from: string, to: string, options: CopyOptions = {}): Promise<void> =>
  copyTree(folderTarget(path.dirname(to)), from, path.basename(to), options)

/** Syncing a folder makes its entries durable. */
export async function syncToDisk(place: string): Promise<void> {
  const handle = await open(place)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
