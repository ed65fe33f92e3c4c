/** What the sync engine decides from dates and counts alone. */
import { createHash } from 'node:crypto'
import { earliestOf } from '../../../records/stays/times.ts'

const maxBackoffMs = 30 * 60_000
const firstBackoffMs = 5_000

export interface EntityProgress {
  /** null: the source does not say. */
  expected: number | null
  seen: number
  /** Of those, what is nothing to keep, such as a note in a calendar; absent where there was none. */
  leftOut?: number
  changed: number
  failed: number
  done: boolean
  /** What reading this part took so far, for the forecast; absent in runs of older versions. */
  calls?: number
  ms?: number
}

export type RunProgress = Record<string, EntityProgress>

export const noProgress: EntityProgress = { expected: null, seen: 0, changed: 0, failed: 0, done: false }

/** A run that missed rows is not complete, however well it ended. */
export function finalState(progress: RunProgress): 'completed' | 'partial' {
  const missing = Object.values(progress).some(
    ({ expected, seen, failed }) => failed > 0 || (expected !== null && seen < expected),
  )
  return missing ? 'partial' : 'completed'
}

/** As far as the source counts them; rows that came and could not be stored are kept aside and shown. */
export const hasEveryRow = ({ expected, seen }: EntityProgress) => expected === null || seen >= expected

/** Rows the source announced and did not send, in words. */
export function missingRows(progress: RunProgress): { entity: string; message: string }[] {
  return Object.entries(progress).flatMap(([entity, { expected, seen }]) =>
    expected !== null && seen < expected
      ? [{ entity, message: `${expected - seen} of ${expected} announced rows did not come` }]
      : [],
  )
}

/**
 * What is stored but was not seen may be called gone only after a walk that saw everything there was. Rows that failed
 * were seen, but without a count to compare with, one of them may hide what it was.
 */
export function hasSeenEverything({ expected, seen, failed }: EntityProgress): boolean {
  return expected === null ? failed === 0 : seen >= expected
}

/** Grows with every failure in a row, never below what the vendor asks; `random` between 0 and 1 spreads the rest. */
export function backoffMs(failures: number, random: number, atLeastMs = 0): number {
  const full = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.max(0, failures - 1))
  return Math.max(atLeastMs, Math.round(full * (0.5 + random / 2)))
}

/** The bound of an incremental walk, moved back for vendors whose clock or filter is coarse. */
export function withOverlap(watermark: string, overlapSeconds: number): string {
  const time = Date.parse(watermark)
  return Number.isNaN(time) ? watermark : new Date(time - overlapSeconds * 1000).toISOString()
}

/**
 * When an account is read again that is read every so often, and all the same as many others: at a beat of its own, which follows
 * from its name, so that accounts that came or were read together do not go on together. After a reading that began late the
 * pause is at least half as long.
 */
export function nextBeat(last: Date, everyMs: number, name: string): Date {
  const offsetMs = createHash('sha256').update(name).digest().readUInt32BE(0) % everyMs
  const earliestMs = last.getTime() + everyMs / 2
  return new Date(Math.ceil((earliestMs - offsetMs) / everyMs) * everyMs + offsetMs)
}

export interface ComparisonSchedule {
  importing: boolean
  lastFullAt: Date | null
  /** When the last comparison of all stays began. */
  lastReconciledAt: Date | null
  /** When one was asked for last. */
  wantedAt: Date | null
  everyHours: number
}

/** Every full pass compares as well; null: not while everything is read for the first time. */
export function nextComparison(of: ComparisonSchedule): Date | null {
  const { importing, lastFullAt, lastReconciledAt, wantedAt, everyHours } = of
  if (importing) return null
  const last = lastReconciledAt ?? lastFullAt
  const due = last === null ? null : new Date(last.getTime() + everyHours * 3_600_000)
  const isWanted = wantedAt !== null && (lastReconciledAt === null || lastReconciledAt < wantedAt)
  return isWanted || due === null ? earliestOf(wantedAt, due) : due
}
