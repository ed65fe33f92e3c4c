/**
 * What a report may say in words that came from a vendor: only names made of words that stand in our own schemas. What
 * anybody typed into an account is in none of them, so it cannot get through, whatever field it came in.
 */
import { catalogue, partsOf } from './shape-words.ts'

/** A name that has been looked at; nothing else from outside enters a report. */
export type ReportableName = string & { readonly said: unique symbol }

export interface ReportWords {
  /** null: it holds a word that is not ours. */
  say(name: string): ReportableName | null
  /** A path with everything that is not ours left out: `/v1/reservations/*`. */
  path(path: string): ReportableName
  /** Field names that the connector reads. */
  isRead(name: string): boolean
}

const longestName = 60

export function createWords(shapes: Readonly<Record<string, unknown>>): ReportWords {
  const { fields, words } = catalogue(shapes)
  const isOurs = (name: string): boolean =>
    name.length <= longestName && /^[A-Za-z_-]+$/.test(name) && partsOf(name).every((part) => words.has(part))
  const segment = (text: string): string => (isOurs(text) || /^v\d$/.test(text) ? text : '*')
  return {
    say: (name) => (isOurs(name) ? (name as ReportableName) : null),
    path: (path) =>
      path
        .split('/')
        .map((part) => (part === '' ? '' : segment(part)))
        .join('/') as ReportableName,
    isRead: (name) => fields.has(name),
  }
}
