/** When others come for what is published here, by when they came. Pure. */

/** Somebody who looks twice, or asks once more because an answer was lost, came once. */
const shortestPause = 60_000

/** Minutes: the middle one of the pauses between the last visits; null: two were not seen yet. */
export function observedMinutes(reads: readonly Date[]): number | null {
  const pauses = reads
    .slice(1)
    .map((at, place) => at.getTime() - (reads[place]?.getTime() ?? 0))
    .filter((pause) => pause >= shortestPause)
  if (pauses.length === 0) return null
  const middle = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
  return Math.round(middle / 60_000)
}

/** The next reading, if they come as they did; null: they never came. */
export function expectedReadAt(reads: readonly Date[], minutes: number): string | null {
  const last = reads.at(-1)
  return last === undefined ? null : new Date(last.getTime() + minutes * 60_000).toISOString()
}
