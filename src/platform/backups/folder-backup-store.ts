import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncToDisk } from '../copy-durably.ts'
import { backupOfFile, type BackupStore, type BackupFile } from './backup-store.ts'

const draftEnding = '.unfinished'

export function folderBackupStore(folder: string): BackupStore {
  const placeOf = (name: string) => path.join(folder, name)

  async function list(taken: (name: string) => boolean): Promise<BackupFile[]> {
    const files: BackupFile[] = []
    for (const name of (await readdir(folder)).filter(taken).toSorted()) {
      const found = await stat(placeOf(name)).catch(() => null)
      if (found?.isFile()) files.push({ name, bytes: found.size, modifiedAt: found.mtime })
    }
    return files
  }

  return {
    address: folder,
    isBucket: false,
    list: () => list((name) => backupOfFile(name) !== null),
    async write(name, content) {
      const draft = placeOf(`${name}${draftEnding}`)
      try {
        // Archives hold secrets, encrypted or not.
        const handle = await open(draft, 'w', 0o600)
        try {
          for await (const chunk of content) await writeAll(handle, chunk)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, placeOf(name))
        await syncToDisk(folder)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: (name) => createReadStream(placeOf(name), { highWaterMark: 1 << 18 }),
    remove: (name) => rm(placeOf(name), { force: true }),
    async removeUnfinished(before) {
      const drafts = await list(
        (name) => name.endsWith(draftEnding) && backupOfFile(name.slice(0, -draftEnding.length)) !== null,
      )
      const old = drafts.filter(({ modifiedAt }) => modifiedAt < before)
      for (const { name } of old) await rm(placeOf(name), { force: true })
      return old.map(({ name }) => name)
    },
  }
}

/** A write may take fewer bytes than it was given. */
async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;)
    done += (await handle.write(chunk, done, chunk.length - done)).bytesWritten
}
