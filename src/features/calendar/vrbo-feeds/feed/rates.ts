/** Renders night prices, fees and discounts as quotes have them. Pure. */
import { xml, writeXml } from '../../../../connector-kit/xml-write.ts'
import type { Xml } from '../../../../connector-kit/xml.ts'
import type { StayRates } from '../../../../records/rates/public.ts'
import { addMarkup, type WishedNight } from '../../../../records/selling/public.ts'
import { discountIds, feeIds, rentId, unitIdOf } from './ids.ts'
import { isPriceable, runsOf, type FeedPricing } from './nights.ts'
import { mostNights } from './facts.ts'

export interface FeedRates {
  listingId: string
  pricing: FeedPricing
  rates: StayRates
  nights: readonly WishedNight[]
}

/** A listing without a price that Vrbo accepts gets a document without rates; all its nights are closed. */
export function renderRates({ listingId, pricing, rates, nights }: FeedRates): string {
  const { currency } = pricing
  const hasPrices = isPriceable(pricing) && nights.some(({ price }) => price !== null)
  const rate = currency !== null && hasPrices ? lodgingRate(currency, rates, nights) : undefined
  return writeXml(
    xml(
      'lodgingRateContent',
      {},
      xml('listingExternalId', {}, listingId),
      xml('unitExternalId', {}, unitIdOf(listingId)),
      rate,
    ),
  )
}

const weekdays = ['fri', 'mon', 'sat', 'sun', 'thu', 'tue', 'wed'] as const

function lodgingRate(currency: string, rates: StayRates, nights: readonly WishedNight[]): Xml {
  // Every night is named below. Weekday prices are mandatory, so the highest price stands there and nobody books too
  // cheaply.
  const highest = nights.reduce(
    (most, { price }) => (price !== null && Number(price) > Number(most) ? price : most),
    '0',
  )
  return xml(
    'lodgingRate',
    {},
    xml('currency', {}, currency),
    discounts(rates),
    xml('externalId', {}, rentId),
    fees(rates, currency),
    xml('language', {}, 'en'),
    xml(
      'nightlyRates',
      {},
      weekdays.slice(0, 2).map((day) => xml(day, {}, highest)),
      xml('nightlyOverrides', {}, overrides(nights)),
      weekdays.slice(2).map((day) => xml(day, {}, highest)),
    ),
    xml(
      'paymentSchedule',
      {},
      xml('externalId', {}, 'all'),
      xml('payments', {}, xml('payment', {}, xml('dueType', {}, 'AT_BOOKING'), xml('requiresRemainder'))),
    ),
  )
}

const range = (least: string | number | undefined, most: string | number | undefined): Xml =>
  xml(
    'range',
    {},
    most === undefined ? undefined : xml('max', {}, most),
    least === undefined ? undefined : xml('min', {}, least),
  )

/** One override for each price, with every run of nights that has it. */
function overrides(nights: readonly WishedNight[]): Xml[] {
  const runs = runsOf(nights, ({ price }) => price)
  return [...Map.groupBy(runs, ({ value }) => value)].map(([amount, stretches]) =>
    xml(
      'override',
      {},
      xml('amount', {}, amount),
      xml(
        'nights',
        {},
        stretches.map(({ first, last }) => range(first, last)),
      ),
    ),
  )
}

const weekNights = 7
const monthNights = 28

function discounts({ weeklyDiscount, monthlyDiscount }: StayRates): Xml | undefined {
  const monthly = monthlyDiscount !== null && monthlyDiscount > 0 ? monthlyDiscount : null
  const steps = [
    {
      id: discountIds.weekly,
      percent: weeklyDiscount,
      from: weekNights,
      to: monthly === null ? mostNights : monthNights - 1,
    },
    { id: discountIds.monthly, percent: monthly, from: monthNights, to: mostNights },
  ].filter(({ percent }) => percent !== null && percent > 0)
  if (steps.length === 0) return undefined
  const rows = steps.map(({ id, percent, from, to }) =>
    xml(
      'discount',
      {},
      xml('externalId', {}, id),
      xml('name', {}, id),
      xml('appliesPerNight', {}, xml('forStaysOfNights', {}, range(from, to))),
      xml('percent', {}, percent ?? 0),
    ),
  )
  return xml('discounts', {}, xml('percentOfRentDiscounts', {}, rows))
}

/** Fees have no markup, as in quotes. Zero fees are left out. */
function fees(rates: StayRates, currency: string): Xml | undefined {
  const rounded = (amount: string) => addMarkup(amount, { markupPercent: null, currency })
  const isAsked = (amount: string | null): amount is string => amount !== null && Number(amount) > 0
  const fee = (id: string, amount: string, applies: Xml) =>
    xml('fee', {}, xml('externalId', {}, id), xml('amount', {}, rounded(amount)), applies)
  const { cleaningFee, securityDeposit, pricePerExtraGuest, guestsIncluded } = rates
  const parts = [
    isAsked(cleaningFee)
      ? xml('cleaningFees', {}, fee(feeIds.cleaning, cleaningFee, xml('appliesPerStay')))
      : undefined,
    isAsked(securityDeposit)
      ? xml(
          'flatRefundableDamageDepositFees',
          {},
          fee(feeIds.deposit, securityDeposit, xml('appliesPerStay')),
        )
      : undefined,
    isAsked(pricePerExtraGuest)
      ? xml(
          'guestFees',
          {},
          fee(
            feeIds.extraGuest,
            pricePerExtraGuest,
            xml(
              'appliesPerGuestPerNight',
              {},
              xml('forGuestNumber', {}, range((guestsIncluded ?? 1) + 1, undefined)),
            ),
          ),
        )
      : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : xml('fees', {}, parts)
}
