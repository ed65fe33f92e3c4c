/** Finds entries of the index for what was typed, the best first, each with the line that matches. Knows no page. */
import MiniSearch from 'minisearch'
import type { SearchEntry } from '../../src/http/docs-pages/search-entry.ts'

export interface Found {
  entry: SearchEntry
  /** The line of the text that has most of the words. */
  line: string
  /** Words as the text has them, to be marked. */
  terms: string[]
}

const separators = /[\s,;:()<>{}[\]"'`/?!=|]+/
/** `primaryGuest.email` is found by itself, by its parts and by the words of its parts. */
const partsOfWord = (word: string) => [
  word,
  ...word.split(/[._-]/),
  ...word.split(/[._-]|(?<=[a-z0-9])(?=[A-Z])/),
]

export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(separators)
      .map((word) => word.replaceAll(/^[.\-_]+|[.\-_]+$/g, ''))
      .filter(Boolean)
      .flatMap(partsOfWord)
      .filter(Boolean),
  ),
]

const typedWords = (text: string): string[] =>
  text
    .split(separators)
    .map((word) => word.replaceAll(/^[.\-_]+|[.\-_]+$/g, ''))
    .filter(Boolean)

const weightOfKind = { operation: 2, guide: 1.6, error: 1.5, event: 1.4, field: 1 } as const
const mostFound = 40
const mostNear = 5
const longestLine = 160

export interface Search {
  find(text: string): Found[]
  /** Words of the index that are spelled like those typed. */
  near(text: string): string[]
}

/** Added in parts, so that typing is never held up. */
const chunkSize = 250

export async function createSearch(entries: readonly SearchEntry[]): Promise<Search> {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'of', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      tokenize: typedWords,
      combineWith: 'AND',
      prefix: (term) => term.length > 1,
      boost: { title: 6, of: 2 },
      weights: { prefix: 0.6, fuzzy: 0.3 },
    },
  })
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id })),
    { chunkSize },
  )
  const entryAt = (id: unknown) => entries[Number(id)]

  return {
    find(text) {
      const wanted = text.trim().toLowerCase()
      const found = index.search(text, {
        boostDocument: (id) => {
          const entry = entryAt(id)
          if (!entry) return 1
          const [method = '', path = ''] = entry.of.split(' ')
          const names = [entry.title, entry.of, path, `${method} ${path}`]
          const isExact = names.some((name) => name.toLowerCase() === wanted)
          return weightOfKind[entry.kind] * (isExact ? 8 : 1) * (entry.of.startsWith('Decisions') ? 0.3 : 1)
        },
      })
      return found.slice(0, mostFound).flatMap(({ id, terms }) => {
        const entry = entryAt(id)
        return entry ? [{ entry, line: bestLine(entry.text, terms), terms }] : []
      })
    },
    near(text) {
      const found = index.search(text, { prefix: false, fuzzy: 0.35, combineWith: 'OR' })
      const counts = new Map<string, number>()
      for (const { terms, score } of found)
        for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + score)
      return [...counts]
        .filter(([term]) => /[a-z]{3}/.test(term))
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, mostNear)
        .map(([term]) => term)
    },
  }
}

/** Shortened around the first match. */
function bestLine(text: string, terms: readonly string[]): string {
  const count = (line: string) => terms.filter((term) => line.toLowerCase().includes(term)).length
  const lines = text.split(/\n|(?<=[.;:]) /)
  const best = lines.reduce((a, b) => (count(b) > count(a) ? b : a), lines[0] ?? '')
  if (best.length <= longestLine) return best
  const at = Math.min(...terms.map((term) => best.toLowerCase().indexOf(term)).filter((place) => place >= 0))
  const from = Number.isFinite(at) ? Math.max(0, Math.min(at - 40, best.length - longestLine)) : 0
  return `${from > 0 ? '…' : ''}${best.slice(from, from + longestLine)}${from + longestLine < best.length ? '…' : ''}`
}
