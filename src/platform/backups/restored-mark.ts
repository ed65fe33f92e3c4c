/** Marks a data folder as restored, so that the server knows at its start that the world went on meanwhile. */
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { syncToDisk } from '../copy-durably.ts'

/** The next start reads it and renames it. */
export const restoredMarkName = 'restored.json'

export interface RestoredMark {
  /** Name of the backup. */
  backup: string
  /** Everything up to this moment is in the data. */
  taken_at: string
  restored_at: string
}

/** The mark survives a crash once this returns. */
export async function writeRestoredMark(dataDir: string, mark: RestoredMark): Promise<void> {
  await replaceJsonFile(path.join(dataDir, restoredMarkName), mark)
}

/** Readers see the old content or the new one, even after a crash. */
export async function replaceJsonFile(file: string, value: unknown): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  await syncToDisk(path.dirname(file))
}
