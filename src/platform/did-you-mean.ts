import { closest, distance } from 'fastest-levenshtein'

/** Returns the candidate that a mistyped word stands for, or undefined when none is near enough. */
export function didYouMean(value: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || value.length > 100) return undefined
  const sent = value.toLowerCase()
  const nearest = closest(sent, candidates)
  // Words that differ in more than a third of their letters are different words.
  const allowed = Math.max(1, Math.floor(nearest.length / 3))
  const slips = distance(sent, nearest.toLowerCase())
  if (slips <= allowed || (slips === 2 && hasSameLetters(sent, nearest.toLowerCase()))) return nearest
  return sent.length < 4 ? undefined : candidates.find((name) => name.toLowerCase().startsWith(sent))
}

/** Two letters that changed places count as two slips, although typing makes that one mistake. */
const hasSameLetters = (one: string, other: string): boolean =>
  one.split('').toSorted().join('') === other.split('').toSorted().join('')
