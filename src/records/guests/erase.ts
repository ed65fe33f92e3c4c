/** What is left of a record that told of a guest who is to be forgotten. Pure. */

/** Whole fields that are about the guest, wherever they stand in what is shown of a stay or a message. */
const dropped = new Set(['primaryGuest', 'guestName', 'guestDetails'])
/** `output`: what a language model wrote about them. */
const emptied = new Set(['body', 'previousBody', 'translatedBody', 'output'])
const nulled = new Set(['senderName', 'senderAvatar', 'reason', 'message', 'subject', 'lastMessagePreview'])

type ErasedFields = Record<string, unknown>

/** The data of an event about a stay, a message or an inquiry of the guest, in the shape it had. */
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

/** The data of an event about a stay that was this guest's once: of whoever has it since everything stays. */
export function erasedDataOf(guestId: string, data: ErasedFields): unknown {
  if (guestOf(data.object) === guestId) return erasedData(data)
  if (guestOf(data.previousAttributes) !== guestId) return data
  return { ...data, previousAttributes: erasedData(data.previousAttributes) }
}

export interface PersonName {
  firstName: string | null
  lastName: string | null
}

export interface NamedPerson extends PersonName {
  contacts: readonly { type: string; value: string }[]
  /** What else they were called. */
  formerNames?: readonly PersonName[]
}

export const literalPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Addresses of others can end with it, or begin. */
const emailPattern = (email: string) => `(?<![\\w.%+-])${literalPattern(email)}(?![\\w-]|\\.\\w)`
/** Of a number its last digits tell whose it is, whatever of a country or area is written before them. */
const tellingDigits = 9
/** What every way to write a number has, once the marks between its digits are taken out. */
export const tellingDigitsOf = (phone: string): string => phone.replace(/\D/g, '').slice(-tellingDigits)
/** A part of a longer number, an id, a day and an amount are nobody's number, whatever their digits. */
const noOther = '(?<!\\d)(?<!\\d[-.:])(?<!ids?"\\s?:\\s?"?)(?!\\d{4}-\\d\\d-\\d\\d|\\d+\\.\\d\\d(?![\\d.]))'
/** What people write between the digits of a number. Spaces and dashes that do not break are no `\s` in every database. */
const marks =
  '\\s\\u0085\\u00a0\\u1680\\u2000-\\u200d\\u2010-\\u2015\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff()./-'
/** A regular expression for every way to write these digits. */
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

/** Texts in which the person is known for sure, and all in which the name stands once it is known who is meant. */
export interface PersonPatterns {
  sure: string
  all: string
}

/** How a name is told from a part of a longer word. */
type PersonWord = (name: string) => string
export const wrapNameForDatabase: PersonWord = (name) => `(?<!\\w)${name}(?!\\w)`
/** The same in this process. */
export const wrapNameForProcess: PersonWord = (name) => `(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`

/** As regular expressions; null: nothing is known by which the person could be found. */
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
          // Apart from each other, as fields of one record.
          `"${first}"[^\\{\\}]{0,80}"${last}"`,
        ]
      : [],
  )
  const sure = [...reached, ...new Set(whole)]
  if (sure.length === 0) return null
  const single = new Set(names.flat().filter((part) => part.length > 1))
  return { sure: sure.join('|'), all: [...reached, ...[...single].map(word)].join('|') }
}

/** JSON without the person, if it is about this one at all. */
export function removePerson(person: NamedPerson): (json: string) => string {
  const patterns = createPersonPatterns(person, wrapNameForProcess)
  if (patterns === null) return (json) => json
  const [sure, all] = [new RegExp(patterns.sure, 'iu'), new RegExp(patterns.all, 'giu')]
  // Only texts: guests are called Null and Price, and what is left must still be JSON.
  const erased = (_: string, value: unknown) => (typeof value === 'string' ? value.replace(all, '') : value)
  return (json) => (sure.test(json) ? JSON.stringify(JSON.parse(json), erased) : json)
}

/** A kept answer without the person; of what a language model wrote about them nothing is left, by whatever name it calls them. */
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
