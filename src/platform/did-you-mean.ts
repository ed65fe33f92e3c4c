import { closest, distance } from 'fastest-levenshtein'

/** The candidate that a mistyped word stands for; undefined when none is near enough. */
export function didYouMean(value: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || value.length > 100) return undefined
  const nearest = closest(value.toLowerCase(), candidates)
  const allowed = Math.max(2, Math.floor(nearest.length / 3))
  return distance(value.toLowerCase(), nearest.toLowerCase()) <= allowed ? nearest : undefined
}
