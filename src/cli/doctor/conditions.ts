/** Finds each condition that has an alert, with its places and its runbook, also where no Prometheus runs. */
import {
  CertificateWatch,
  judgeConditions,
  readFigures,
  runbookPath,
  type FigureReport,
  type JudgedCondition,
} from '../../features/observability/public.ts'
import { systemClock } from '../../platform/clock.ts'
import { derivePublicUrl, type Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db.ts'
import { hasPrivatePostgres } from '../../platform/embedded-postgres/index.ts'
import type { Log } from '../../platform/log.ts'
import { createProcessVitals } from '../../platform/process-vitals.ts'
import { openReplicas } from '../../platform/replicas/public.ts'
import { withDatabase } from '../database.ts'
import { ok, warn, type DoctorCheck, type DoctorFinding } from './finding.ts'

const instance = 'this machine'

export const conditionsCheck: DoctorCheck = {
  name: 'conditions',
  async run(config, log) {
    if (!config.databaseUrl && !(await hasPrivatePostgres(config.dataDir))) return [ok('nothing runs yet')]
    const find = (database: Database | null) => findConditions(config, log, database)
    // The check of the database says why it does not answer; the disk may be the reason.
    const options = { mayCreate: true, mayLackRequirements: true }
    return withDatabase(config, log, find, options).catch(() => find(null))
  },
}

async function findConditions(config: Config, log: Log, database: Database | null): Promise<DoctorFinding[]> {
  const db = database?.kysely ?? null
  const vitals = createProcessVitals(systemClock)
  const replicas = openReplicas(config.databaseReadUrls, { log, prepare: false })
  vitals.followReplicas(replicas.count)
  const watch = new CertificateWatch(config)
  try {
    // One of another database is refused by the start of a server, which names it; here it counts as left out.
    if (db !== null) await replicas.follow(db).catch(() => {})
    const report = await readFigures({
      ...{ db, clock: systemClock, config, instance },
      readVitals: () => vitals.read(),
      readCertificates: (now) => watch.read(now),
    })
    return toFindings(config, await judgeConditions(db, report), report)
  } finally {
    await replicas.close()
  }
}

function toFindings(
  config: Config,
  judged: readonly JudgedCondition[],
  { failures }: FigureReport,
): DoctorFinding[] {
  const address = config.publicUrl ?? derivePublicUrl(config.host, config.port)
  const met = judged.filter(({ state }) => state === 'met').map((one) => toFinding(one, address))
  const unread = Object.entries(failures).map(([source, message]) =>
    warn(
      `conditions that rest on ${source} were not judged: ${message}`,
      'The other findings are right. The check of the database says more.',
    ),
  )
  const found = [...met, ...unread]
  return found.length > 0 ? found : [ok(`none of ${judged.length} is met`)]
}

function toFinding({ condition, met, places }: JudgedCondition, address: string): DoctorFinding {
  const { name, severity, summary } = condition
  const values = met.map((reading) => {
    const labels = Object.values(reading.labels).join(' ')
    return `${labels}${labels === '' ? '' : ' '}${shownValue(condition, reading.value)}`
  })
  const shown = places.slice(0, mostShown).map(shownPlace)
  const more = places.length > shown.length ? [`${places.length - shown.length} more`] : []
  const runbook = `${address}${runbookPath(condition)}`
  return {
    level: severity === 'critical' ? 'fail' : 'warn',
    found: [`${name}: ${summary} (${values.join(', ')})`, ...shown, ...more].join('; '),
    advice: `What to do: ${runbook}`,
    condition: { name, since: sinceOf(met), places, runbook },
  }
}

/** The JSON of the findings has all places. */
const mostShown = 3

const sinceOf = (met: JudgedCondition['met']): string | null =>
  met.flatMap(({ since }) => (since === null ? [] : [since.toISOString()])).sort()[0] ?? null

function shownValue({ unit }: JudgedCondition['condition'], value: number): string {
  if (unit === 'share') return `${(value * 100).toFixed(1)} %`
  return unit === 'count' ? String(value) : shownSeconds(value)
}

function shownSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

function shownPlace({ reservationIds, since, detail, ...ids }: JudgedCondition['places'][number]): string {
  const named = [
    ids.workspaceId === undefined ? '' : `workspace ${ids.workspaceId}`,
    ids.provider === undefined ? '' : ids.provider,
    ids.accountId === undefined ? '' : `account ${ids.accountId}`,
    ids.listingId === undefined ? '' : `listing ${ids.listingId}`,
    ids.webhookId === undefined ? '' : `webhook ${ids.webhookId}`,
    reservationIds === undefined ? '' : `stays ${reservationIds.join(' and ')}`,
    detail ?? '',
    since === undefined ? '' : `since ${since}`,
  ]
  return named.filter((part) => part !== '').join(' ')
}
