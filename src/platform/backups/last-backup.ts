/** The data folder remembers the last backup, for the schedule, the gauge and `doctor`. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceJsonFile } from './restored-mark.ts'

/** A day and the time that a backup may take. */
export const backupTooOldSeconds = 26 * 3600

export interface LastBackup {
  /** The last complete backup; null before the first. */
  succeeded_at: string | null
  backup: string | null
  /** The last outcome. */
  tried_at: string
  /** Null when the last attempt succeeded. */
  error: string | null
}

const fileOf = (dataDir: string) => path.join(dataDir, 'last-backup.json')

/** Returns null before the first attempt, and for a damaged file. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const value = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as LastBackup
    const moments = [value.tried_at, value.succeeded_at ?? value.tried_at]
    return moments.some((moment) => Number.isNaN(Date.parse(moment))) ? null : value
  } catch {
    return null
  }
}

export type BackupOutcome = { at: Date; backup: string } | { at: Date; error: string }

export async function noteBackup(dataDir: string, outcome: BackupOutcome): Promise<void> {
  const before = await readLastBackup(dataDir)
  const at = outcome.at.toISOString()
  const failed = 'error' in outcome
  const last: LastBackup = {
    succeeded_at: failed ? (before?.succeeded_at ?? null) : at,
    backup: failed ? (before?.backup ?? null) : outcome.backup,
    tried_at: at,
    error: failed ? outcome.error : null,
  }
  await replaceJsonFile(fileOf(dataDir), last)
}
