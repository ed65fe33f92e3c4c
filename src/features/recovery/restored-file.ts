/** `lodgewire restore` leaves a file that says where the database came from; the next start declares it. */
import { existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { restoredMarkName } from '../../platform/backups/restored-mark.ts'
import type { Services } from '../../services.ts'
import { declareRecovery } from './declare.ts'

/** The file stays under another name. If the process ends before that, the next start finds the restore declared. */
export async function declareRestoredFile({
  db,
  config,
  clock,
  log,
}: Pick<Services, 'db' | 'config' | 'clock' | 'log'>): Promise<void> {
  const file = path.join(config.dataDir, restoredMarkName)
  if (!existsSync(file)) return
  const { backup, takenAt, restoredAt } = parseRestored(readFileSync(file, 'utf8'), file)
  const declared = await declareRecovery(db, { backup, takenAt, restoredAt, at: clock.now() }, 'system')
  await rename(file, path.join(config.dataDir, `restored-${declared.epoch}.json`))
  if (!declared.isNew) return
  log.warn(
    { ...declared, takenAt: takenAt.toISOString() },
    'the database was restored from a backup; accounts are read before anything is written to them',
  )
}

export interface RestoredBackup {
  backup: string | null
  takenAt: Date
  restoredAt: Date
}

/** Throws for a file that does not say when the backup was taken. */
export function parseRestored(text: string, file: string): RestoredBackup {
  const fault = (why: string) =>
    new Error(
      `${file} ${why}. Write { "backup": "<name>", "taken_at": "<ISO time>", "restored_at": "<ISO time>" } into it, or remove it and run \`recovery declare\`.`,
    )
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch (error) {
    throw fault(`is no JSON (${(error as Error).message})`)
  }
  const { backup, taken_at: taken, restored_at: restored } = (stored ?? {}) as Record<string, unknown>
  const [takenAt, restoredAt] = [momentOf(taken), momentOf(restored)]
  if (takenAt === undefined) throw fault(`has no time in "taken_at": ${JSON.stringify(taken)}`)
  if (restoredAt === undefined) throw fault(`has no time in "restored_at": ${JSON.stringify(restored)}`)
  if (takenAt > restoredAt) throw fault('says that the backup was taken after it was restored')
  return { backup: typeof backup === 'string' ? backup : null, takenAt, restoredAt }
}

export function momentOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return undefined
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
