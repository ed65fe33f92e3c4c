/** Ranks entries of the documentation's index for a question in words. Pure. */
import type { SearchEntry } from '../../../http/docs-pages/search-entry.ts'

/** Pages answer questions better than single fields. */
const weightOfKind = { operation: 2, guide: 2.5, error: 2, event: 1.5, field: 1 } as const

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []
/** These words are in every question and tell nothing. */
const fillers = new Set(
  'the an is are do does how what why when which can of to in for and or my me with on it'.split(' '),
)

/** A word counts by its stem, so that "cancelling" finds "cancel". */
const stemOf = (word: string) => (word.length > 5 ? word.replace(/(ings?|ed|es|s)$/, '') : word)

export function rankEntries(entries: readonly SearchEntry[], question: string): SearchEntry[] {
  const stems = [
    ...new Set(
      wordsIn(question)
        .filter((word) => !fillers.has(word))
        .map(stemOf),
    ),
  ]
  const scored = entries.map((entry) => {
    const title = entry.title.toLowerCase()
    const place = entry.of.toLowerCase()
    const text = entry.text.toLowerCase()
    const points = stems.reduce(
      (sum, stem) =>
        sum + (title.includes(stem) ? 6 : 0) + (place.includes(stem) ? 2 : 0) + (text.includes(stem) ? 2 : 0),
      0,
    )
    const share =
      stems.filter((stem) => `${title} ${place} ${text}`.includes(stem)).length / (stems.length || 1)
    const isDecision = entry.of.startsWith('Decisions')
    return { entry, score: points * share * share * weightOfKind[entry.kind] * (isDecision ? 0.3 : 1) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}
