import { closest, distance } from 'fastest-levenshtein'

/** The candidate that a mistyped word stands for; undefined when none is near enough. */
export function didYouMean(value: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || value.length > 100) return undefined
  const sent = value.toLowerCase()
  const nearest = closest(sent, candidates)
  // A third of a word is a slip; more is another word.
  const allowed = Math.max(1, Math.floor(nearest.length / 3))
  if (distance(sent, nearest.toLowerCase()) <= allowed) return nearest
  return sent.length < 4 ? undefined : candidates.find((name) => name.toLowerCase().startsWith(sent))
}
