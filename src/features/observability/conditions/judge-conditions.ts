/** Judges every condition by what is now. Prometheus waits for some of them to last before it alerts; here they are told at once. */
import { timedRead } from '../../../platform/timed-read-sql.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { isReadingMet, type AlarmCondition, type ConditionReading } from './alarm-condition.ts'
import { conditions } from './conditions.ts'
import type { FigureReport } from './figures.ts'
import type { ConditionPlace } from './place-queries.ts'

const patienceMs = 2_000

interface JudgedReading extends Pick<ConditionReading, 'labels' | 'value'> {
  since: Date | null
}

export interface JudgedCondition {
  condition: AlarmCondition
  /** Unknown where a source failed and nothing else tells of trouble. */
  state: 'ok' | 'met' | 'unknown'
  /** The readings that meet it. */
  met: JudgedReading[]
  places: ConditionPlace[]
  /** Why it is not known, or why the places are not. */
  failure: string | null
}

const failureOf = ({ sources }: AlarmCondition, { failures }: FigureReport): string | null =>
  sources.flatMap((source) =>
    failures[source] === undefined ? [] : [`${source}: ${failures[source]}`],
  )[0] ?? null

export async function judgeConditions(
  db: Queryable | null,
  report: FigureReport,
): Promise<JudgedCondition[]> {
  return Promise.all(
    conditions.map(async (condition) => {
      const met = condition
        .read(report)
        .filter((reading) => isReadingMet(condition, reading))
        .map(({ labels, value }) => ({
          labels,
          value,
          since: condition.isAge ? new Date(report.now.getTime() - value * 1000) : null,
        }))
      const failure = failureOf(condition, report)
      if (met.length === 0)
        return { condition, met, places: [], state: failure === null ? 'ok' : 'unknown', failure } as const
      return { condition, met, state: 'met', ...(await findPlaces(db, condition, report, failure)) } as const
    }),
  )
}

async function findPlaces(
  db: Queryable | null,
  { places, threshold }: AlarmCondition,
  { now }: FigureReport,
  failure: string | null,
): Promise<Pick<JudgedCondition, 'places' | 'failure'>> {
  if (places === undefined || db === null) return { places: [], failure }
  try {
    return { places: await timedRead(db, patienceMs, (tx) => places(tx, now, threshold)), failure }
  } catch (error) {
    return { places: [], failure: `its records: ${(error as Error).message}` }
  }
}
