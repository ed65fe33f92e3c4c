/** What conditions are judged by, each source by itself, so that one that fails hides none of the others. */
import { readLastBackup, type LastBackup } from '../../../platform/backups/last-backup.ts'
import { pendingMigrations } from '../../../platform/migrations/pending-migrations.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { timedRead } from '../../../platform/timed-read-sql.ts'
import type { VitalSigns } from '../../../platform/process-vitals.ts'
import type { Services } from '../../../services.ts'
import { stalledAfterMs, failedTurns } from '../health/parts-rules.ts'
import { stalledWebhookCounts } from '../health/parts-queries.ts'
import { readDisk, type DiskFigures } from '../processes/process-figures.ts'
import {
  databaseFigures,
  serverProcesses,
  type DatabaseFigures,
  type ServerProcess,
} from '../processes/process-queries.ts'
import type { CertificateEnd } from './certificate-watch.ts'
import {
  accountFigures,
  deprecationFigures,
  openWriteFigures,
  recoveryFigures,
  workFigures,
  type AccountFigures,
  type DeprecationFigures,
  type WorkFigures,
} from './condition-queries.ts'

/** Prometheus gives up after ten seconds and would then lose the process's own metrics too. */
const patienceMs = 2_000

export interface ConditionFigures {
  database: DatabaseFigures
  accounts: AccountFigures[]
  deprecations: DeprecationFigures[]
  work: WorkFigures
  deliveries: { dueSeconds: number }
  writes: { openSeconds: number }
  recovery: { openSeconds: number }
  schema: { pending: string[] }
  processes: ServerProcess[]
  disk: DiskFigures
  certificates: CertificateEnd[]
  /** Null where BACKUP_TO is not set: nobody expects backups here. */
  backups: { last: LastBackup | null } | null
  /** What this process counted; a command has counted nothing. */
  vitals: VitalSigns
}

export type FigureSource = keyof ConditionFigures

export interface FigureReport {
  now: Date
  /** The name of the process that reads. */
  instance: string
  /** A source that failed is missing. */
  figures: Partial<ConditionFigures>
  failures: Partial<Record<FigureSource, string>>
}

export interface FigureDeps extends Pick<Services, 'clock' | 'config'> {
  /** Null where it is known already that the database does not answer. */
  db: Queryable | null
  instance: string
  readVitals: () => VitalSigns
  readCertificates: (now: Date) => Promise<CertificateEnd[]>
}

type FigureReaders = { [Source in FigureSource]: () => Promise<ConditionFigures[Source]> }

function readersOf(deps: FigureDeps, now: Date): FigureReaders {
  const { db, clock, config } = deps
  const inTime = async <T>(look: (tx: Queryable) => Promise<T>): Promise<T> => {
    if (db === null) throw new Error('the database does not answer')
    return timedRead(db, patienceMs, look)
  }
  return {
    database: () => inTime((tx) => databaseFigures(tx, () => clock.now())),
    accounts: () => inTime((tx) => accountFigures(tx, now, failedTurns)),
    deprecations: () => inTime((tx) => deprecationFigures(tx, now)),
    work: () => inTime((tx) => workFigures(tx, now)),
    deliveries: () =>
      inTime(async (tx) => {
        const late = await stalledWebhookCounts(tx, new Date(now.getTime() - stalledAfterMs))
        const due = late.oldest_due
        return { dueSeconds: due === null ? 0 : (now.getTime() - due.getTime()) / 1000 }
      }),
    writes: () => inTime((tx) => openWriteFigures(tx, now)),
    recovery: () => inTime((tx) => recoveryFigures(tx, now)),
    schema: () => inTime(async (tx) => ({ pending: await pendingMigrations(tx) })),
    processes: () => inTime(serverProcesses),
    disk: () => readDisk(config),
    certificates: () => deps.readCertificates(now),
    backups: async () =>
      config.backupTo === undefined ? null : { last: await readLastBackup(config.dataDir) },
    vitals: async () => deps.readVitals(),
  }
}

export async function readFigures(deps: FigureDeps): Promise<FigureReport> {
  const now = deps.clock.now()
  const report: FigureReport = { now, instance: deps.instance, figures: {}, failures: {} }
  const reading = Object.entries(readersOf(deps, now)).map(async ([source, read]) => {
    try {
      Object.assign(report.figures, { [source]: await read() })
    } catch (error) {
      report.failures[source as FigureSource] = (error as Error).message
    }
  })
  await Promise.all(reading)
  return report
}
