/** A state that somebody has to deal with. Alert, `doctor` and status page judge it by the same threshold. */
import type { Queryable } from '../../../platform/tenant.ts'
import type { ConditionPlace } from './place-queries.ts'
import type { FigureReport, FigureSource } from './figures.ts'

export interface ConditionReading {
  labels: Record<string, string>
  value: number
  /** Set where the threshold alone does not decide. */
  isMet?: boolean
}

type ConditionUnit = 'seconds' | 'count' | 'share'

export interface AlarmCondition {
  /** The alert has this name, and its runbook is under it in docs/operate/alarms.md. */
  name: `Lodgewire${string}`
  severity: 'critical' | 'warning'
  summary: string
  /** Prometheus fills in labels and value. */
  description: string
  threshold: number
  unit: ConditionUnit
  /** A value below the threshold meets it; one above by default. */
  isBelow?: true
  /** The value is the time since the condition began. */
  isAge?: true
  /** The expression of the alert; `$threshold` stands for the threshold. */
  expr: string
  /** An alert fires after so long; without it at once. */
  lasts?: `${number}m`
  /** Sources that it is read from. */
  sources: readonly FigureSource[]
  read(report: FigureReport): readonly ConditionReading[]
  /** Finds the records that meet it, the oldest first. */
  places?(db: Queryable, now: Date, threshold: number): Promise<ConditionPlace[]>
}

/** The expression with its threshold. */
export const alertExpression = ({ expr, threshold }: AlarmCondition): string =>
  expr.replaceAll('$threshold', String(threshold))

/** The address of the runbook below that of the server. */
export const runbookPath = ({ name }: Pick<AlarmCondition, 'name'>): string =>
  `/docs/operate/alarms#${name.toLowerCase()}`

export const isReadingMet = (
  { threshold, isBelow }: Pick<AlarmCondition, 'threshold' | 'isBelow'>,
  { value, isMet }: ConditionReading,
): boolean => isMet ?? (isBelow ? value < threshold : value > threshold)
