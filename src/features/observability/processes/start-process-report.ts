/** Writes down every few seconds that this process runs, so that `doctor` and the status page see all processes. */
import os from 'node:os'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { serverVersion } from '../../../platform/version.ts'
import type { Services } from '../../../services.ts'
import { ownProcessId } from './own-process-id.ts'
import { readDisk, type ProcessFigures } from './process-figures.ts'
import {
  databaseFigures,
  deleteForgottenProcesses,
  deleteProcess,
  deleteProcesses,
  serverProcesses,
  upsertProcess,
  type ProcessIdentity,
  type ServerProcess,
} from './process-queries.ts'

const everyMs = 30_000
const forgetEveryMs = 3_600_000

type ReportDeps = Pick<Services, 'db' | 'config' | 'clock' | 'log' | 'vitals'>

const identityOf = ({ roles }: ReportDeps['config']): ProcessIdentity => ({
  id: ownProcessId(),
  host: os.hostname(),
  version: serverVersion,
  roles: [...roles].sort(),
})

async function ownFigures({ db, config, clock, vitals }: ReportDeps): Promise<ProcessFigures> {
  const [disk, { aheadSeconds }] = await Promise.all([
    readDisk(config).catch(() => null),
    databaseFigures(db, () => clock.now()),
  ])
  return { ...vitals.read(), disk, clockAheadSeconds: aheadSeconds }
}

function isGone({ id, host, roles }: ServerProcess, own: ProcessIdentity): boolean {
  if (host !== own.host || id === own.id || roles.join() !== own.roles.join()) return false
  try {
    process.kill(Number(id.slice(id.lastIndexOf(':') + 1)), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function replaceKilled({ db }: ReportDeps, own: ProcessIdentity): Promise<void> {
  const gone = (await serverProcesses(db)).filter((one) => isGone(one, own))
  if (gone.length > 0)
    await deleteProcesses(
      db,
      gone.map(({ id }) => id),
    )
}

export function startProcessReport(deps: ReportDeps): BackgroundLoop {
  const { db, config, log } = deps
  const own = identityOf(config)
  let isFirst = true
  const loop = startLoop(
    { everyMs, log, failed: 'it was not written down that this process runs' },
    async () => {
      if (isFirst) await replaceKilled(deps, own)
      isFirst = false
      await upsertProcess(db, own, await ownFigures(deps))
    },
  )
  const forgetting = startLoop(
    { everyMs: forgetEveryMs, log, failed: 'processes that ended stay for now' },
    () => deleteForgottenProcesses(db),
  )
  return {
    wake: loop.wake,
    async stop() {
      await Promise.all([loop.stop(), forgetting.stop()])
      // Whoever stops in order is not missed. Without the database it is missed for an hour.
      await deleteProcess(db, own.id).catch(() => {})
    },
  }
}
