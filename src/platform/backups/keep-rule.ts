/** Decides which backups are kept: the newest of each of so many days, weeks, months and years. */
import { keepUnits, type KeepRule, type KeepUnit } from '../settings/backup-parsers.ts'

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
  for (const unit of Object.keys(keepUnits) as KeepUnit[]) {
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
