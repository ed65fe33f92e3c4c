/** How far an import is, and how often to ask. */
import type { Import, ImportEntity } from './session.ts'

/** Rows after which a part of unknown size counts as half read. */
const halfAt = 200
/** A part that is not finished never looks finished. */
const almost = 0.97

function share({ seen, expected, done }: ImportEntity): number {
  if (done) return 1
  if (expected === null || expected === 0) return almost * (seen / (seen + halfAt))
  return Math.min(seen / expected, almost)
}

/** From 0 to 1. */
export function ratioOf(progress: Import | null): number {
  if (progress === null || progress.entities.length === 0) return 0
  const sum = progress.entities.reduce((total, entity) => total + share(entity), 0)
  return sum / progress.entities.length
}

export const isOver = (progress: Import | null): boolean => progress !== null && progress.status !== 'running'

const fastestMs = 1000
const slowestMs = 10_000

/** Every second while numbers move, more and more seldom while they stand still. */
export const nextPause = (pauseMs: number, moved: boolean): number =>
  moved ? fastestMs : Math.min(pauseMs * 1.5, slowestMs)

export type TimeLeft = { unit: 'soon' } | { unit: 'minutes' | 'hours'; n: number }

export function timeLeft(estimatedEndAt: string | null, now: number): TimeLeft | null {
  if (estimatedEndAt === null) return null
  const minutes = (Date.parse(estimatedEndAt) - now) / 60_000
  // A forecast that has passed was wrong.
  if (Number.isNaN(minutes) || minutes < 0) return null
  if (minutes < 1) return { unit: 'soon' }
  if (minutes < 90) return { unit: 'minutes', n: Math.round(minutes) }
  return { unit: 'hours', n: Math.round(minutes / 60) }
}
