/** Removes a forgotten guest from stored records, without input or output. */

/** These fields describe the guest, wherever they stand in a shown stay or message. */
const dropped = new Set(['primaryGuest', 'guestName', 'guestDetails'])
/** `output` is what a language model wrote about the guest. */
const emptied = new Set(['body', 'previousBody', 'translatedBody', 'output'])
const nulled = new Set(['senderName', 'senderAvatar', 'reason', 'message', 'subject', 'lastMessagePreview'])

type ErasedFields = Record<string, unknown>

/** Returns the data of an event about the guest's stay, message or inquiry, in its original shape. */
export function erasedData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(erasedData)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as ErasedFields).flatMap(([name, inner]): [string, unknown][] => {
      if (dropped.has(name)) return []
      if (emptied.has(name) && typeof inner === 'string') return [[name, '']]
      if (nulled.has(name) && typeof inner === 'string') return [[name, null]]
      if (name === 'attachments') return [[name, []]]
      if (name === 'from') return [[name, { ...(inner as ErasedFields), name: null }]]
      return [[name, erasedData(inner)]]
    }),
  )
}

const guestOf = (record: unknown) =>
  (record as { primaryGuest?: { id?: unknown } | null } | null)?.primaryGuest?.id

/** Erases the side of an event that shows this guest. If the stay has another guest now, that part stays. */
export function erasedDataOf(guestId: string, data: ErasedFields): unknown {
  if (guestOf(data.object) === guestId) return erasedData(data)
  if (guestOf(data.previousAttributes) !== guestId) return data
  return { ...data, previousAttributes: erasedData(data.previousAttributes) }
}

interface PersonName {
  firstName: string | null
  lastName: string | null
}

export interface NamedPerson extends PersonName {
  contacts: readonly { type: string; value: string }[]
  /** What else they were called. */
  formerNames?: readonly PersonName[]
}

interface KnownIdentity {
  first_name: string | null
  last_name: string | null
  contacts: readonly { type: string; value: string }[]
  /** Earlier names, latest first. */
  renamed: readonly Partial<PersonName>[]
}

/** Includes earlier names, because earlier answers and log lines use them. */
export function personOf({ contacts, renamed, ...now }: KnownIdentity): NamedPerson {
  const name: PersonName = { firstName: now.first_name, lastName: now.last_name }
  const formerNames = renamed.map(
    (_, at) => Object.assign({ ...name }, ...renamed.slice(0, at + 1)) as PersonName,
  )
  return { ...name, contacts, formerNames }
}

export const literalPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Other people's addresses can begin or end with this one. */
const emailPattern = (email: string) => `(?<![\\w.%+-])${literalPattern(email)}(?![\\w-]|\\.\\w)`
/** The last nine digits identify a number, whatever country or area code stands before them. */
const tellingDigits = 9
/** Every way to write a number contains these digits, once the marks between them are removed. */
export const tellingDigitsOf = (phone: string): string => phone.replace(/\D/g, '').slice(-tellingDigits)
/** Longer numbers, ids, dates and amounts may contain the same digits and must stay. */
const noOther = '(?<!\\d)(?<!\\d[-.:])(?<!ids?"\\s?:\\s?"?)(?!\\d{4}-\\d\\d-\\d\\d|\\d+\\.\\d\\d(?![\\d.]))'
/** People write these between digits. Not every database counts unbreakable spaces and dashes as `\s`. */
const marks =
  '\\s\\u0085\\u00a0\\u1680\\u2000-\\u200d\\u2010-\\u2015\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff()./-'
/** Matches every way to write these digits. */
export const writtenDigits = (digits: string): string => [...digits].join(`[${marks}]*`)
const numberPattern = (phone: string) => {
  const digits = phone.replace(/\D/g, '')
  const telling = writtenDigits(tellingDigitsOf(phone))
  const before =
    digits.length > tellingDigits
      ? `[+0-9()./-]{0,8}[${marks}]?[0-9()./-]{0,6}`
      : `(?:[+0][\\d${marks}]{0,8})?`
  return `${noOther}${before}${telling}(?!\\d)`
}

/** `sure` identifies the person; `all` also matches the bare name, once a text is known to be about them. */
export interface PersonPatterns {
  sure: string
  all: string
}

/** Keeps a name from matching inside a longer word. */
type PersonWord = (name: string) => string
export const wrapNameForDatabase: PersonWord = (name) => `(?<!\\w)${name}(?!\\w)`
/** JavaScript's `\w` knows ASCII only, so letters and digits are named. */
export const wrapNameForProcess: PersonWord = (name) => `(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`

/** Returns regular expressions, or null if nothing known could identify the person. */
export function createPersonPatterns(
  { contacts, formerNames = [], ...name }: NamedPerson,
  word: PersonWord,
): PersonPatterns | null {
  const names = [name, ...formerNames].map(({ firstName, lastName }) =>
    [firstName, lastName].map((part) => literalPattern(part?.trim() ?? '')),
  ) as [string, string][]
  const reached = contacts.map(({ type, value }) =>
    type === 'phone' ? numberPattern(value) : emailPattern(value),
  )
  const whole = names.flatMap(([first, last]) =>
    first && last
      ? [
          `${word(first)}\\s+${word(last)}`,
          `${word(last)},?\\s+${word(first)}`,
          // First and last name can be separate fields of one record.
          `"${first}"[^\\{\\}]{0,80}"${last}"`,
        ]
      : [],
  )
  const sure = [...reached, ...new Set(whole)]
  if (sure.length === 0) return null
  const single = new Set(names.flat().filter((part) => part.length > 1))
  return { sure: sure.join('|'), all: [...reached, ...[...single].map(word)].join('|') }
}

/** Removes the person from JSON that is about them; other JSON stays as it is. */
export function removePerson(person: NamedPerson): (json: string) => string {
  const patterns = createPersonPatterns(person, wrapNameForProcess)
  if (patterns === null) return (json) => json
  const [sure, all] = [new RegExp(patterns.sure, 'iu'), new RegExp(patterns.all, 'giu')]
  // Only strings are edited: guests are called Null and Price, and the result must still be JSON.
  const erased = (_: string, value: unknown) => (typeof value === 'string' ? value.replace(all, '') : value)
  return (json) => (sure.test(json) ? JSON.stringify(JSON.parse(json), erased) : json)
}

/**
 * Removes the person from a kept answer. Texts of a language model go entirely, as they may name the person otherwise.
 */
export function erasedAnswer(
  erase: (json: string) => string,
  operations: readonly string[],
): (json: string) => string {
  return (json) => {
    const isAbout = operations.some((id) => json.includes(`"operationId":"${id}"`))
    if (!isAbout) return erase(json)
    return erase(JSON.stringify({ ...(JSON.parse(json) as ErasedFields), result: '' }))
  }
}
