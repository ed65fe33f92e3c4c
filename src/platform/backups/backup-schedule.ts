/** Makes a backup every day at BACKUP_AT, in a process of its own, because packing takes time that callers would notice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startLoop, type BackgroundLoop } from '../background-loop.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { readLastBackup, type LastBackup } from './last-backup.ts'

const lookEveryMs = 20_000
const retryAfterMs = 15 * 60_000
const dayMs = 86_400_000

export interface DailyTime {
  hours: number
  minutes: number
}

/** True when the last backup is from before the latest time of day that has passed, and a failed one has rested. */
export function isBackupDue(last: LastBackup | null, at: DailyTime, now: Date): boolean {
  if (last === null) return true
  const nowMs = now.getTime()
  const today = Math.floor(nowMs / dayMs) * dayMs + (at.hours * 60 + at.minutes) * 60_000
  const latest = today <= nowMs ? today : today - dayMs
  const succeeded = last.succeeded_at === null ? Number.NEGATIVE_INFINITY : Date.parse(last.succeeded_at)
  // A moment in the future is from a clock that was wrong.
  if (succeeded >= latest && succeeded <= nowMs + dayMs) return false
  const tried = Date.parse(last.tried_at)
  return last.error === null || nowMs - tried >= retryAfterMs || tried > nowMs
}

export function startBackupSchedule({
  config,
  clock,
  log,
}: {
  config: Config
  clock: Clock
  log: Log
}): Pick<BackgroundLoop, 'stop'> {
  const { backupAt: at, dataDir } = config
  if (at === undefined) return { stop: async () => {} }
  const options = { everyMs: lookEveryMs, log, failed: 'the schedule of backups failed' }
  return startLoop(options, async (signal) => {
    if (!isBackupDue(await readLastBackup(dataDir), at, clock.now())) return
    await runBackup(log, signal)
  })
}

/** The command writes down its outcome itself, so a timer of the system and a person leave the same traces. */
async function runBackup(log: Log, signal: AbortSignal): Promise<void> {
  const program = fileURLToPath(new URL('../../cli.ts', import.meta.url))
  const child = spawn(process.execPath, [program, 'backup'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 0) log.info(`backup made: ${out.trim().replaceAll('\n', ' ')}`)
    else if (!signal.aborted) log.error(`the backup failed: ${err.trim().split('\n').at(-1) ?? ''}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
