/**
 * A report may use vendors' names only if all their words stand in our own schemas. Text that somebody typed into an
 * account can therefore never get through.
 */
import { catalogue, partsOf } from './shape-words.ts'

/** A vetted name; nothing else from outside enters a report. */
export type ReportableName = string & { readonly said: unique symbol }

export interface ReportWords {
  /** Returns null if the name holds a word that is not in our schemas. */
  say(name: string): ReportableName | null
  /** Returns a path with unknown parts replaced: `/v1/reservations/*`. */
  path(path: string): ReportableName
  /** Says if the connector reads this field. */
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
