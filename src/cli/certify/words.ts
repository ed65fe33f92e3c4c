/**
 * What a report may say in words that came from a vendor: only names made of words that stand in our own schemas. What
 * anybody typed into an account is in none of them, so it cannot get through, whatever field it came in.
 */
import { catalogue, partsOf } from './shape-words.ts'

/** A name that has been looked at; nothing else from outside enters a report. */
export type Said = string & { readonly said: unique symbol }

export interface Words {
  /** null: it holds a word that is not ours. */
  say(name: string): Said | null
  /** A path with everything that is not ours left out: `/v1/reservations/*`. */
  path(path: string): Said
  /** Field names that the connector reads. */
  isRead(name: string): boolean
}

const longestName = 60

export function createWords(shapes: Readonly<Record<string, unknown>>): Words {
  const { fields, words } = catalogue(shapes)
  const isOurs = (name: string): boolean =>
    name.length <= longestName && /^[A-Za-z_-]+$/.test(name) && partsOf(name).every((part) => words.has(part))
  const segment = (text: string): string => (isOurs(text) || /^v\d$/.test(text) ? text : '*')
  return {
    say: (name) => (isOurs(name) ? (name as Said) : null),
    path: (path) =>
      path
        .split('/')
        .map((part) => (part === '' ? '' : segment(part)))
        .join('/') as Said,
    isRead: (name) => fields.has(name),
  }
}
