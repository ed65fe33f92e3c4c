/** Keeps objects as files in a folder. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { assertObjectKey, type ObjectStore } from './object-store.ts'

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')

export function localObjectStore(folder: string): ObjectStore {
  const fileOf = (key: string) => {
    assertObjectKey(key)
    return path.join(folder, ...key.split('/'))
  }
  return {
    async put(key, bytes) {
      const file = fileOf(key)
      await mkdir(path.dirname(file), { recursive: true })
      // A draft is renamed at the end, so that readers see all of it or nothing, even after a crash.
      const draft = `${file}.${randomUUID()}.part`
      try {
        const handle = await open(draft, 'wx')
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(fileOf(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async delete(key) {
      await rm(fileOf(key), { force: true })
    },
  }
}
