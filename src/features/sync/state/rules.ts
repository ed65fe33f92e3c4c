/** Decides about runs and pauses from dates and counts. */
import { createHash } from 'node:crypto'
import { earliestOf } from '../../../records/stay-times.ts'

const maxBackoffMs = 30 * 60_000
const firstBackoffMs = 5_000

export interface EntityProgress {
  /** Null if the source does not say. */
  expected: number | null
  seen: number
  /** Rows that need no storing, such as notes in a calendar; absent if none. */
  leftOut?: number
  changed: number
  failed: number
  done: boolean
  /** Calls of this part so far, for the forecast; absent in runs of older versions. */
  calls?: number
  ms?: number
}

export type RunProgress = Record<string, EntityProgress>

export const noProgress: EntityProgress = { expected: null, seen: 0, changed: 0, failed: 0, done: false }

/** A run with missing rows is partial, even without errors. */
export function finalState(progress: RunProgress): 'completed' | 'partial' {
  const missing = Object.values(progress).some(
    ({ expected, seen, failed }) => failed > 0 || (expected !== null && seen < expected),
  )
  return missing ? 'partial' : 'completed'
}

/** By the source's own count; rows that could not be stored are reported as failures. */
export const hasEveryRow = ({ expected, seen }: EntityProgress) => expected === null || seen >= expected

/** Describes rows that the source announced and did not send. */
export function missingRows(progress: RunProgress): { entity: string; message: string }[] {
  return Object.entries(progress).flatMap(([entity, { expected, seen }]) =>
    expected !== null && seen < expected
      ? [{ entity, message: `${expected - seen} of ${expected} announced rows did not come` }]
      : [],
  )
}

/**
 * Unseen records may be removed only after a walk that saw everything. Without a count, a failed row may hide
 * one.
 */
export function hasSeenEverything({ expected, seen, failed }: EntityProgress): boolean {
  return expected === null ? failed === 0 : seen >= expected
}

/** Grows with each consecutive failure, at least what the vendor asks; `random` between 0 and 1 adds jitter. */
export function backoffMs(failures: number, random: number, atLeastMs = 0): number {
  const full = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.max(0, failures - 1))
  return Math.max(atLeastMs, Math.round(full * (0.5 + random / 2)))
}

/** Moves an incremental walk's watermark back, for vendors with coarse clocks or filters. */
export function withOverlap(watermark: string, overlapSeconds: number): string {
  const time = Date.parse(watermark)
  return Number.isNaN(time) ? watermark : new Date(time - overlapSeconds * 1000).toISOString()
}

/**
 * The next periodic reading, at a phase derived from the name, so that accounts do not synchronize. After a
 * late reading the pause is at least half as long.
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
  /** When one was last requested. */
  wantedAt: Date | null
  everyHours: number
}

/** Every full pass compares too; null during the first import. */
export function nextComparison(of: ComparisonSchedule): Date | null {
  const { importing, lastFullAt, lastReconciledAt, wantedAt, everyHours } = of
  if (importing) return null
  const last = lastReconciledAt ?? lastFullAt
  const due = last === null ? null : new Date(last.getTime() + everyHours * 3_600_000)
  const isWanted = wantedAt !== null && (lastReconciledAt === null || lastReconciledAt < wantedAt)
  return isWanted || due === null ? earliestOf(wantedAt, due) : due
}
