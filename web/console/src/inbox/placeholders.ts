/** Placeholders of message templates. Pure. */

export const placeholders = [
  'guest',
  'full name',
  'listing',
  'check-in',
  'check-out',
  'check-in time',
  'check-out time',
  'nights',
  'code',
] as const
export type Placeholder = (typeof placeholders)[number]

export type PlaceholderValues = Partial<Record<Placeholder, string | null | undefined>>

const pattern = /\[([a-z -]{1,20})\]/g

const isPlaceholder = (word: string): word is Placeholder =>
  (placeholders as readonly string[]).includes(word)

/** Placeholders that stand in a text. */
export const placeholdersIn = (body: string): Placeholder[] => [
  ...new Set([...body.matchAll(pattern)].flatMap(([, word = '']) => (isPlaceholder(word) ? [word] : []))),
]

/** What is not known stays as it is, so that somebody sees it before it is sent. */
export const fillIn = (body: string, values: PlaceholderValues): string =>
  body.replaceAll(pattern, (whole, word: string) => (isPlaceholder(word) && values[word]) || whole)

/** A civil date in the language of the template. */
export function dateIn(language: string, date: string): string {
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  } as const
  const day = new Date(`${date}T12:00:00Z`)
  try {
    return day.toLocaleDateString(language, options)
  } catch {
    return day.toLocaleDateString('en', options)
  }
}
