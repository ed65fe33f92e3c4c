/** Estimates from past visits when others fetch what is published here. */

/** Visits within a minute count as one: somebody looked twice, or an answer was lost. */
const shortestPause = 60_000

/** Returns the median pause between the last visits in minutes; null after fewer than two. */
export function observedMinutes(reads: readonly Date[]): number | null {
  const pauses = reads
    .slice(1)
    .map((at, place) => at.getTime() - (reads[place]?.getTime() ?? 0))
    .filter((pause) => pause >= shortestPause)
  if (pauses.length === 0) return null
  const middle = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
  return Math.round(middle / 60_000)
}

/** Returns the next expected visit; null if there was none yet. */
export function expectedReadAt(reads: readonly Date[], minutes: number): string | null {
  const last = reads.at(-1)
  return last === undefined ? null : new Date(last.getTime() + minutes * 60_000).toISOString()
}
