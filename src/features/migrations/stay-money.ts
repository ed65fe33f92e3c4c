/**
 * Checks that a stay's amounts add up exactly. Sources differ in what their parts include, so each
 * combination is accepted. Pure.
 */
import { UnreadableValue } from '../../connector-kit/dates.ts'
import { smallestUnit } from '../../connector-kit/minor-units.ts'
import { decimalString, inUnits } from '../../connector-kit/money.ts'

export interface ComparedStayMoney {
  totalPrice: string | null
  currency: string | null
  /** The currency of its listing. */
  listingCurrency: string | null
  /** As its source structures it; a file may contain anything. */
  financials: unknown
}

/** Exact amounts; null or empty if absent. */
interface StayAmounts {
  currency: string | null
  listingCurrency: string | null
  totalPrice: bigint | null
  accommodation: bigint | null
  discounts: readonly bigint[]
  fees: readonly bigint[]
  taxes: readonly bigint[]
  commission: readonly bigint[]
  payout: bigint | null
  guestTotal: bigint | null
  /** Allowed rounding: the currency's smallest unit. */
  slack: bigint
  /** Whether every amount of the breakdown parses; otherwise all of it counts as absent. */
  isReadable: boolean
}

export interface MoneyRule {
  code: string
  message: string
  isBroken(parts: StayAmounts): boolean
}

type AmountRange = readonly [from: bigint, to: bigint]

const exactly = (amount: bigint): AmountRange => [amount, amount]
const size = (amount: bigint) => (amount < 0n ? -amount : amount)
const sum = (...ranges: AmountRange[]): AmountRange =>
  ranges.reduce<AmountRange>(([from, to], range) => [from + range[0], to + range[1]], [0n, 0n])
const isWithin = (amount: bigint, [from, to]: AmountRange, slack: bigint) =>
  amount >= from - slack && amount <= to + slack

const all = (amounts: readonly bigint[]): AmountRange => sum(...amounts.map(exactly))
/** Each amount may or may not be included in the sum. */
const perhaps = (amounts: readonly bigint[]): AmountRange =>
  sum(...amounts.map((amount): AmountRange => (amount < 0n ? [amount, 0n] : [0n, amount])))
/** Sources write deductions with or without a minus sign. */
const off = (amounts: readonly bigint[]): AmountRange => all(amounts.map((amount) => -size(amount)))
const perhapsOff = (amounts: readonly bigint[]): AmountRange => [off(amounts)[0], 0n]

const isTold = (value: unknown) => value !== undefined && value !== null

function partOf(value: unknown): Record<string, unknown> {
  if (!isTold(value)) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new UnreadableValue('not a part of a price')
  return value as Record<string, unknown>
}

function amountOf(value: unknown): bigint | null {
  if (!isTold(value)) return null
  if (typeof value !== 'number' && typeof value !== 'string') throw new UnreadableValue('not an amount')
  const text = decimalString(value)
  return text === null ? null : inUnits(text)
}

function linesOf(value: unknown): bigint[] {
  if (!isTold(value)) return []
  if (!Array.isArray(value)) throw new UnreadableValue('not lines of a price')
  return value.flatMap((line: unknown) => amountOf(partOf(line)['amount']) ?? [])
}

const firstTold = (one: readonly bigint[], other: readonly bigint[]) => (one.length > 0 ? one : other)

function breakdown(financials: unknown) {
  const { host: ofHost, guest: ofGuest } = partOf(financials)
  const [host, guest] = [partOf(ofHost), partOf(ofGuest)]
  return {
    accommodation: amountOf(host['accommodation']),
    discounts: linesOf(host['discounts']),
    fees: firstTold(linesOf(guest['fees']), linesOf(host['guestFees'])),
    taxes: firstTold(linesOf(guest['taxes']), linesOf(host['taxes'])),
    commission: linesOf(host['hostFees']),
    payout: amountOf(host['revenue']),
    guestTotal: amountOf(guest['totalPrice']),
  }
}

/** Cents if the currency is missing or unknown. */
function slackOf(currency: string | null): bigint {
  try {
    return inUnits(smallestUnit(currency ?? 'EUR'))
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
    return inUnits('0.01')
  }
}

function partsOf({ totalPrice, currency, listingCurrency, financials }: ComparedStayMoney): StayAmounts {
  const slack = slackOf(currency ?? listingCurrency)
  const known = { currency, listingCurrency, totalPrice: amountOf(totalPrice), slack }
  try {
    return { ...known, ...breakdown(financials), isReadable: true }
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
    return { ...known, ...breakdown(null), isReadable: false }
  }
}

/** A new rule is one entry here. A rule whose amounts are absent is not broken. */
export const moneyRules: readonly MoneyRule[] = [
  {
    code: 'reservation_money_unclear',
    message:
      'Upcoming stays without a price or a currency, or with a breakdown that cannot be read: enter them.',
    isBroken: ({ totalPrice, currency, isReadable }) =>
      totalPrice === null || currency === null || !isReadable,
  },
  {
    code: 'reservation_currency_differs',
    message: 'Upcoming stays in another currency than their listing: see which of the two is meant.',
    isBroken: ({ currency, listingCurrency }) =>
      currency !== null && listingCurrency !== null && currency !== listingCurrency,
  },
  {
    code: 'reservation_total_differs',
    message: 'Upcoming stays whose price is another than the guest’s total in the breakdown.',
    isBroken: ({ totalPrice, guestTotal, slack }) =>
      totalPrice !== null && guestTotal !== null && !isWithin(guestTotal, exactly(totalPrice), slack),
  },
  {
    code: 'reservation_lines_differ',
    message:
      'Upcoming stays whose price is none that nights, fees, taxes and discounts can come to, with taxes and discounts in them or not.',
    isBroken({ totalPrice, accommodation, fees, taxes, discounts, slack }) {
      if (totalPrice === null || accommodation === null) return false
      const reach = sum(exactly(accommodation), all(fees), perhaps(taxes), perhapsOff(discounts))
      return !isWithin(totalPrice, reach, slack)
    },
  },
  {
    code: 'reservation_payout_differs',
    message:
      'Upcoming stays whose payout is none that the price without the commission leaves, whether or not the channel keeps fees and taxes.',
    isBroken({ totalPrice, payout, commission, fees, taxes, slack }) {
      if (totalPrice === null || payout === null || commission.length === 0) return false
      const reach = sum(exactly(totalPrice), off(commission), perhapsOff(fees), perhapsOff(taxes))
      return !isWithin(payout, reach, slack)
    },
  },
]

export function listBrokenRules(money: ComparedStayMoney): string[] {
  const parts = partsOf(money)
  return moneyRules.filter(({ isBroken }) => isBroken(parts)).map(({ code }) => code)
}
