/** Resolves a request's operations to settings per night. Pure. */
import { civilDay } from '../../../../platform/civil-day.ts'
import { daysBetween, daysFrom } from '../../../../connector-kit/dates.ts'
import { mostNights, type CalendarOperation } from '../../../../contract/channel-content/nights.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { decimalText } from '../../../../platform/decimal.ts'
import type { OwnNightSettings } from '../../../../records/calendar/public.ts'
import { invalidField } from '../../engine/invalid-body.ts'
import type { CalendarSwitch } from '../../engine/nights-writer.ts'

/** Nights with the same settings, ordered by first night. */
export interface NightGroup {
  dates: string[]
  settings: OwnNightSettings
}

/** Fields of operations, with the write-policy switch each needs. */
const fields: Record<
  Exclude<keyof CalendarOperation, 'dates' | 'start_date' | 'end_date' | 'busy_subtype'>,
  CalendarSwitch | null
> = {
  daily_price: 'rates',
  availability: 'availability',
  min_nights: 'restrictions',
  max_nights: 'restrictions',
  closed_to_arrival: 'restrictions',
  closed_to_departure: 'restrictions',
  notes: null,
}
const names = Object.keys(fields) as (keyof typeof fields)[]

export const fieldsIn = (operations: readonly CalendarOperation[]) =>
  names.filter((name) => operations.some((operation) => operation[name] !== undefined))

export const switchesOf = (operations: readonly CalendarOperation[]): CalendarSwitch[] => [
  ...new Set(fieldsIn(operations).flatMap((name) => fields[name] ?? [])),
]

/** Settings of every named night; where operations overlap, the later one wins per field. */
export function nightGroups(operations: readonly CalendarOperation[]): NightGroup[] {
  const nights = new Map<string, OwnNightSettings>()
  let nightCount = 0
  for (const [index, operation] of operations.entries()) {
    const settings = settingsOf(operation, index)
    for (const { first, last } of rangesOf(operation, index)) {
      nightCount += daysBetween(first, last) + 1
      if (nightCount > mostNights)
        throw invalidField('operations', `One request names ${mostNights} nights at most.`)
      for (const date of daysFrom(first, last)) nights.set(date, { ...nights.get(date), ...settings })
    }
  }
  for (const [date, { minNights, maxNights }] of nights) {
    if (minNights !== undefined && maxNights !== undefined && minNights > maxNights)
      throw invalidField(
        'operations',
        `\`max_nights\` of ${date} is less than \`min_nights\`, ${minNights}.`,
        maxNights,
      )
  }
  const bySettings = Map.groupBy(nights, ([, settings]) => JSON.stringify(settings))
  return [...bySettings.values()].map((group) => ({
    dates: group.map(([date]) => date).toSorted(),
    settings: group[0]?.[1] ?? {},
  }))
}

interface OperationRange {
  first: string
  last: string
}

function rangesOf(
  { dates, start_date: start, end_date: end }: CalendarOperation,
  index: number,
): OperationRange[] {
  const at = (name: string) => `operations[${index}].${name}`
  const isRange = start !== undefined || end !== undefined
  if (dates === undefined ? start === undefined || end === undefined : isRange)
    throw invalidField(at('dates'), 'An operation has either `dates`, or `start_date` and `end_date`.')
  const ranges = dates ?? [`${start}:${end}`]
  return ranges.map((range) => {
    const [first = '', last = first] = range.split(':')
    if (!isCivilDay(first) || !isCivilDay(last) || last < first)
      throw invalidField(
        at('dates'),
        `\`${range}\` is not a night, or two with the earlier one first.`,
        range,
      )
    return { first, last }
  })
}

const isCivilDay = (text: string): boolean => civilDay(text) !== null

function settingsOf(operation: CalendarOperation, index: number): OwnNightSettings {
  const at = (name: string) => `operations[${index}].${name}`
  const { daily_price: price, availability, min_nights: minNights, max_nights: maxNights } = operation
  const {
    closed_to_arrival: closedToArrival,
    closed_to_departure: closedToDeparture,
    notes: note,
  } = operation
  if (operation.busy_subtype === 'OUTSIDE_RESERVATION') {
    throw new ApiError(
      'unsupported_field',
      'A night that was sold elsewhere is not only closed on Airbnb: the stay has to be known.',
      { field: at('busy_subtype'), value_received: operation.busy_subtype, provider: 'airbnb' },
      {
        fix: 'Book the stay with `POST /v1/reservations`: it closes its nights on every channel. To close nights without a stay leave `busy_subtype` out.',
      },
    )
  }
  if (fieldsIn([operation]).length === 0)
    throw invalidField(`operations[${index}]`, 'The operation sets nothing.')
  const amount = price === undefined ? undefined : decimalText(price)
  if (amount === null)
    throw invalidField(at('daily_price'), '`daily_price` has more than three decimals.', price)
  return {
    ...(availability === undefined ? {} : { available: availability !== 'unavailable' }),
    ...(amount === undefined ? {} : { price: amount }),
    ...(minNights === undefined ? {} : { minNights }),
    ...(maxNights === undefined ? {} : { maxNights }),
    ...(closedToArrival === undefined ? {} : { closedToArrival }),
    ...(closedToDeparture === undefined ? {} : { closedToDeparture }),
    ...(note === undefined ? {} : { note }),
  }
}
