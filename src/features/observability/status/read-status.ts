/** The state of the installation for its operator. A source that fails leaves a gap that is named, and never an empty page. */
import type { OperatorStatus, StatusCondition } from '../../../contract/operator-status.ts'
import { serverVersion } from '../../../platform/version.ts'
import type { Services } from '../../../services.ts'
import { runbookPath } from '../conditions/alarm-condition.ts'
import { conditionReader } from '../conditions/condition-reader.ts'
import type { FigureReport } from '../conditions/figures.ts'
import { judgeConditions, type JudgedCondition } from '../conditions/judge-conditions.ts'
import { isSilent } from '../conditions/mixed-version-seconds.ts'
import { readParts } from './read-parts.ts'

type StatusDeps = Pick<Services, 'db' | 'clock' | 'config' | 'pool' | 'vitals' | 'publicUrl'>

const toStatusCondition =
  (publicUrl: string) =>
  ({ condition, state, met, places, failure }: JudgedCondition): StatusCondition => ({
    name: condition.name,
    severity: condition.severity,
    summary: condition.summary,
    state,
    threshold: condition.threshold,
    unit: condition.unit,
    comparison: condition.isBelow ? 'below' : 'above',
    runbookUrl: `${publicUrl}${runbookPath(condition)}`,
    readings: met.map(({ since, ...reading }) => ({ ...reading, since: since?.toISOString() ?? null })),
    places,
    failure,
  })

/** Trouble that is known weighs more than what is unknown. */
function worstState(judged: readonly JudgedCondition[]): OperatorStatus['state'] {
  const met = judged.filter(({ state }) => state === 'met').map(({ condition }) => condition.severity)
  if (met.includes('critical')) return 'critical'
  if (met.includes('warning')) return 'warning'
  return judged.some(({ state }) => state === 'unknown') ? 'unknown' : 'ok'
}

const processesIn = ({ figures: { processes } }: FigureReport): OperatorStatus['processes'] =>
  processes?.map((one) => ({
    id: one.id,
    version: one.version,
    roles: one.roles,
    startedAt: one.started_at.toISOString(),
    seenAt: one.seen_at.toISOString(),
    state: isSilent(one) ? 'silent' : 'running',
  })) ?? null

export async function readStatus(services: StatusDeps): Promise<OperatorStatus> {
  const report = await conditionReader(services)()
  const judged = await judgeConditions(services.db, report)
  return {
    readAt: report.now.toISOString(),
    version: serverVersion,
    state: worstState(judged),
    conditions: judged.map(toStatusCondition(services.publicUrl)),
    parts: await readParts({ report, judged, config: services.config }),
    processes: processesIn(report),
    pendingMigrations: report.figures.schema?.pending ?? [],
    failures: Object.entries(report.failures).map(([source, message]) => ({ source, message })),
  }
}
