/** Decides which backups are kept: the newest of each of so many days, weeks, months and years. */

const units = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
type KeepUnit = keyof typeof units

/** How many days, weeks, months and years keep a backup. */
export type KeepRule = Readonly<Partial<Record<KeepUnit, number>>>

export const keepRuleForm =
  'numbers of days, weeks, months and years, each unit once, such as 7d,4w,12m (1 to 9999 each)'

export function parseKeepRule(text: string): KeepRule {
  const rule: Partial<Record<KeepUnit, number>> = {}
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, number, unit] = /^([1-9]\d{0,3})([dwmy])$/.exec(part) ?? []
    if (number === undefined || rule[unit as KeepUnit] !== undefined) throw new Error(keepRuleForm)
    rule[unit as KeepUnit] = Number(number)
  }
  return rule
}

/** Days, weeks and months are those of UTC; weeks begin on Monday. */
const periodOf: Record<KeepUnit, (day: Temporal.PlainDate) => string> = {
  d: String,
  w: (day) => `${day.yearOfWeek}-${day.weekOfYear}`,
  m: (day) => day.toPlainYearMonth().toString(),
  y: (day) => String(day.year),
}

export interface DatedBackup {
  name: string
  moment: Date
}

/**
 * Returns the names that the rule keeps. Only periods that have a backup count, so a pause removes nothing. The newest is always kept.
 */
export function backupsToKeep(backups: readonly DatedBackup[], rule: KeepRule): Set<string> {
  const newestFirst = backups.toSorted((a, b) => b.moment.getTime() - a.moment.getTime())
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name))
  for (const unit of Object.keys(units) as KeepUnit[]) {
    const periods = new Set<string>()
    for (const { name, moment } of newestFirst) {
      const day = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
        .toZonedDateTimeISO('UTC')
        .toPlainDate()
      const period = periodOf[unit](day)
      if (periods.has(period) || periods.size >= (rule[unit] ?? 0)) continue
      periods.add(period)
      kept.add(name)
    }
  }
  return kept
}
