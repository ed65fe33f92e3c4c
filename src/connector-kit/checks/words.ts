/**
 * A report may use vendors' names only if all their words stand in our own schemas. Text that somebody typed into an
 * account can therefore never get through.
 */
import * as records from '../../contract/records.ts'

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

/** Words of paths, headers and envelopes, which no schema holds. */
const plain = `api open public list lists result results data items count total status error errors message messages success
  limit offset page pages next cursor meta links token tokens oauth auth access authentication details user users me
  listings listing properties property rooms room units reservations reservation bookings booking calendar calendars rates
  rate availability conversations threads thread reviews review guests guest inbox posts post connector info get all search
  configuration services resource categories category enterprise customers bills payments prices pricing restrictions
  ratelimit retry after remaining reset credits cost second minute hour day allowed x request id ids`

/** Collects field names and fixed words from schemas of this vendor and of the records. */
function catalogue(shapes: Readonly<Record<string, unknown>>): {
  fields: Set<string>
  words: Set<string>
} {
  const fields = new Set<string>()
  const words = new Set(plain.split(/\s+/))
  const learn = (name: string): void => partsOf(name).forEach((part) => words.add(part))
  const read = (schema: unknown, isVendor: boolean): void => {
    if (typeof schema !== 'object' || schema === null) return
    if (Array.isArray(schema)) return schema.forEach((part) => read(part, isVendor))
    const { properties, const: word, enum: choices } = schema as Record<string, unknown>
    for (const choice of [word, ...(Array.isArray(choices) ? choices : [])]) {
      if (typeof choice === 'string') learn(choice)
    }
    if (typeof properties === 'object' && properties !== null) {
      for (const name of Object.keys(properties)) {
        if (isVendor) fields.add(name)
        learn(name)
      }
      read(Object.values(properties), isVendor)
    }
    const inner = ['items', 'anyOf', 'allOf', 'oneOf', 'patternProperties', 'additionalProperties']
    for (const part of inner) read((schema as Record<string, unknown>)[part], isVendor)
    if (Array.isArray((schema as { items?: unknown }).items))
      read((schema as { items: unknown }).items, isVendor)
  }
  for (const shape of Object.values(shapes)) read(shape, true)
  for (const shape of Object.values(records)) read(shape, false)
  return { fields, words }
}

/** `guestFirstName`, `guest_first_name` and `Guest-First-Name` are all guest, first, name. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((part) => part !== '')
}
