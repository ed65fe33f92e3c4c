/** Recurrence rules (RFC 5545 3.3.10), expanded by node-ical on a clock without changes. */
import ical, { type VEvent } from 'node-ical'

/** Parts of a rule by upper-case name. */
export type RuleParts = ReadonlyMap<string, string>

const number = /^[1-9]\d{0,5}$/
const numbers = /^[+-]?\d{1,3}(,[+-]?\d{1,3})*$/
const forms: Readonly<Record<string, RegExp>> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  UNTIL: /^[\dTZ:+ -]+$/,
  COUNT: number,
  INTERVAL: number,
  BYDAY: /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU))*$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
  ...Object.fromEntries(
    ['BYSECOND', 'BYMINUTE', 'BYHOUR', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYMONTH', 'BYSETPOS'].map(
      (name) => [name, numbers],
    ),
  ),
}
/** Values of RFC 7529 that mean the default. */
const plainForms: Readonly<Record<string, RegExp>> = { RSCALE: /^GREGORIAN$/, SKIP: /^OMIT$/ }

/**
 * null: a part is unreadable, or the rule repeats within a day. A rule that lost a part would run on too far, so it is
 * not expanded at all.
 */
export function readRule(value: string): RuleParts | null {
  const texts = value
    .toUpperCase()
    .replaceAll(/\s+/g, '')
    .replace(/^RRULE:/, '')
    .split(';')
  const parts = new Map<string, string>()
  for (const text of texts.filter((one) => one !== '')) {
    const [name = '', said = '', ...rest] = text.split('=')
    if (name.startsWith('X-') || plainForms[name]?.test(said)) continue
    const isOther = parts.has(name) && parts.get(name) !== said
    if (rest.length > 0 || isOther || !forms[name]?.test(said)) return null
    parts.set(name, said)
  }
  return parts.has('FREQ') && timesOfDay(parts) <= mostTimesOfDay ? parts : null
}

/** Parts within a day, which all-day events do not have. */
const timeParts = ['BYHOUR', 'BYMINUTE', 'BYSECOND']
/** More times a day say nothing about nights and are slow to expand. */
const mostTimesOfDay = 24
const timesOfDay = (rule: RuleParts) =>
  timeParts.reduce((product, name) => product * (rule.get(name)?.split(',').length ?? 1), 1)

export interface RuleWindow {
  from: Temporal.PlainDateTime
  to: Temporal.PlainDateTime
  /** `UNTIL` on the start's clock; null: none. */
  until: Temporal.PlainDateTime | null
  isDay: boolean
}

/** Starts that the rule makes, on the first start's clock. Throws where the library cannot expand it. */
export function expandRule(
  start: Temporal.PlainDateTime,
  rule: RuleParts,
  { from, to, until, isDay }: RuleWindow,
): Temporal.PlainDateTime[] {
  const kept = [...rule].filter(
    ([name]) => name !== 'FREQ' && name !== 'UNTIL' && !(isDay && timeParts.includes(name)),
  )
  const parts = [['FREQ', rule.get('FREQ') ?? ''], ...kept, ...(until ? [['UNTIL', inUtc(until)]] : [])]
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', `DTSTART:${inUtc(start)}`],
    ...[`RRULE:${parts.map((part) => part.join('=')).join(';')}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ]
  const calendar = ical.sync.parseICS(lines.join('\r\n'))
  const event = Object.values(calendar).find((one): one is VEvent => one?.type === 'VEVENT')
  if (!event?.rrule) throw new Error('its rule is none that is known')
  return event.rrule
    .between(dateOf(from), dateOf(to), true)
    .map((date) =>
      Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('UTC').toPlainDateTime(),
    )
}

const dateOf = (at: Temporal.PlainDateTime) => new Date(at.toZonedDateTime('UTC').epochMilliseconds)
const inUtc = (at: Temporal.PlainDateTime) =>
  `${at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`
