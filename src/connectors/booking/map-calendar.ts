import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { childrenOf, type Xml } from '../../connector-kit/xml.ts'

type RuleAttributes = Xml['attributes']

/** The vendor does not document a rate's fields, so a missing one says nothing and closes nothing. */
export function toCalendarDay(
  row: Xml,
  { rateId, unitCount }: { rateId: string | null; unitCount: number },
): CalendarDayRecord {
  const date = civilDate(row.attributes.value)
  if (date === null) throw new EssentialMissing('a night without date')
  // A night without a number of rooms left is closed.
  const left = wholeNumber(row.attributes.rooms_to_sell) ?? 0
  const rates = childrenOf(row, 'rate')
  const rate = rates.find(({ attributes }) => attributes.rate_id === rateId)
  const rules = rate?.attributes ?? {}
  // If the rate is missing, the night is as open as the most open of the others.
  const isRateOpen = rate === undefined ? rates.length === 0 || rates.some(isOpen) : isOpen(rate)
  const available = left > 0 && isOpen(row) && isRateOpen
  return {
    date,
    available,
    ...pricesOf(rate),
    minNights: stay(rules, 'minimumstay', 'minimumstay_arrival'),
    maxNights: stay(rules, 'maximumstay', 'maximumstay_arrival'),
    closedToArrival: flag(rules.closedonarrival),
    closedToDeparture: flag(rules.closedondeparture),
    // The number of rooms is not always known.
    availableUnits: !available ? 0 : unitCount === 0 ? left : Math.min(left, unitCount),
  }
}

/** Returns the price of a full room; if only prices by number of guests exist, that of the highest number. */
function pricesOf(rate: Xml | undefined): Pick<CalendarDayRecord, 'price' | 'partyPrices'> {
  const prices = childrenOf(rate, 'price')
  const full = prices.find(({ attributes }) => attributes.guests === undefined)
  const guests = ({ attributes }: Xml) => Number(attributes.guests)
  const [fullest] = prices.toSorted((one, other) => guests(other) - guests(one))
  const amountOf = (row: Xml | undefined) => readSide('price', row?.text, () => decimalString(row?.text))
  const price = amountOf(full ?? fullest)
  const others = prices.map(amountOf).filter((other) => other !== null)
  const partyPrices = [...new Set(others)].filter((other) => Number(other) !== Number(price))
  return { price, ...(partyPrices.length === 0 ? {} : { partyPrices }) }
}

/** The vendor writes 0 for no such rule. */
function stay(rules: RuleAttributes, ...names: string[]): number | null {
  const lengths = names
    .map((name) => wholeNumber(rules[name]))
    .filter((nights) => nights !== null && nights > 0)
  return lengths[0] ?? null
}

/** A value other than yes or no closes the night. */
const flag = (value: string | undefined): boolean | null =>
  value === undefined ? null : plainFlag(value) !== false

const isOpen = ({ attributes }: Xml): boolean => flag(attributes.closed) !== true
