/** A state that somebody has to deal with. Alert, `doctor` and status page judge it by the same threshold. */
export interface AlarmCondition {
  /** The alert has this name, and its runbook is under it in docs/operate/alarms.md. */
  name: `Lodgewire${string}`
  severity: 'critical' | 'warning'
  summary: string
  /** Prometheus fills in labels and value. */
  description: string
  threshold: number
  /** The expression of the alert, without the threshold where it stands in there as `$threshold`. */
  expr: string
  /** An alert fires after so long; without it at once. */
  lasts?: `${number}m`
}

/** The expression with its threshold. */
export const alertExpression = ({ expr, threshold }: AlarmCondition): string =>
  expr.replaceAll('$threshold', String(threshold))

/** The address of the runbook below that of the server. */
export const runbookPath = ({ name }: Pick<AlarmCondition, 'name'>): string =>
  `/docs/operate/alarms#${name.toLowerCase()}`
