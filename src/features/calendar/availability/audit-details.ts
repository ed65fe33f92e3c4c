/** An audit line keeps these values of a change of nights. Pure. */

/** A line stays small: more stretches than this are told as one from the first night to the last. */
const mostStretches = 50

const dayMs = 86_400_000

const isNextDay = (before: string, date: string) => Date.parse(date) - Date.parse(before) === dayMs

/** Nights that follow each other as `2026-12-24..2026-12-26`. */
export function stretchesOf(dates: readonly string[]): string[] {
  const stretches: { first: string; last: string }[] = []
  for (const date of [...new Set(dates)].toSorted()) {
    const open = stretches.at(-1)
    if (open && isNextDay(open.last, date)) open.last = date
    else stretches.push({ first: date, last: date })
  }
  const [first] = stretches
  const last = stretches.at(-1)
  const told =
    first && last && stretches.length > mostStretches ? [{ first: first.first, last: last.last }] : stretches
  return told.map((stretch) => `${stretch.first}..${stretch.last}`)
}

const settings = ['available', 'price', 'minNights', 'maxNights'] as const
const mostDates = 731

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'boolean'

/** The line is written before the body is checked, so only what has the right form is taken. */
export function nightDetails(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {}
  const fields = body as Record<string, unknown>
  const { dates } = fields
  return {
    ...(Array.isArray(dates) ? { nights: stretchesOf(dates.slice(0, mostDates).filter(isDate)) } : {}),
    ...Object.fromEntries(settings.flatMap((name) => (isPlain(fields[name]) ? [[name, fields[name]]] : []))),
  }
}
