import { readFile } from 'node:fs/promises'
import path from 'node:path'

interface LastBackup {
  succeeded_at: string | null
  tried_at: string
  /** Null when the last attempt succeeded. */
  error: string | null
}

/** Returns null before the first attempt, and for a damaged file. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(path.join(dataDir, 'last-backup.json'), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return JSON.parse(text) as LastBackup
  } catch {
    return null
  }
}
