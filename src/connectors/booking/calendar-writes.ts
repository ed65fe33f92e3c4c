/**
 * Writes our calendar's nights to the channel: one price for any number of guests, in the property's form of
 * prices.
 */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { daysFrom } from '../../connector-kit/dates.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import {
  everyNightField,
  type CalendarChange,
  type CalendarWrites,
} from '../../connector-kit/calendar-write-operations.ts'
import { hotelOf } from './account.ts'
import { hasToBeRead, leftToSell } from './left-to-sell.ts'
import { mostNights } from './nights.ts'
import { byLengthOnly, pricingOf, type PropertyPricing } from './pricing.ts'
import { mainRate, roomsOf, type RoomWithRates } from './rooms.ts'
import { sendNights, type NightWish } from './send-nights.ts'
import type { NightSettings } from './written-nights.ts'
import type { PartyPrice } from './written-prices.ts'

/** Reportedly 255 means an unlimited number. */
const mostRooms = 254

type Refusals = { index: number; message: string }[]

export const calendarWrites: CalendarWrites = {
  fields: everyNightField,
  batch: { changes: 50, listings: 'many', within: 'month' },

  async write(context, changes) {
    const rooms = new Map((await roomsOf(context)).map((room) => [room.id, room]))
    const { currency } = await hotelOf(context)
    const refused: Refusals = untakeable(changes, (change) =>
      problemOf(change, rooms.get(change.listingExternalId), currency),
    )
    const wishes: NightWish[] = []
    const leftOn = leftToSell(context, changes)
    for (const [index, change] of changes.entries()) {
      const room = rooms.get(change.listingExternalId)
      if (room === undefined || refused.some((refusal) => refusal.index === index)) continue
      const price = await priceIn(context, change, room)
      if (price.problem !== undefined) refused.push({ index, message: price.problem })
      const newNights = await nightsWanted(context, change, room, price, leftOn)
      if (typeof newNights === 'string') refused.push({ index, message: newNights })
      else wishes.push({ index, nights: newNights })
    }
    const untaken = await sendNights(context, wishes, currency)
    return { refused: together([...refused, ...untaken]) }
  },
}

/** Each change gets one refusal. */
function together(refused: Refusals): Refusals {
  const ofChange = Map.groupBy(refused, ({ index }) => index)
  return [...ofChange].map(([index, all]) => ({
    index,
    message: all.map(({ message }) => message).join('; '),
  }))
}

interface PriceSettings {
  settings?: NightSettings
  prices?: PartyPrice[]
  /** The problem says why there is no price; the rest of the night is sent anyway. */
  problem?: string
}

const priceForms: Record<PropertyPricing, (price: string, guests: number | null) => PriceSettings> = {
  // A single guest can have another price, which would otherwise stay unchanged.
  Standard: (price, guests) => ({ settings: { price, ...(guests === 1 ? {} : { price1: price }) } }),
  OBP: (price, guests) =>
    guests === null
      ? { problem: 'for how many guests the rate has prices is not told' }
      : { prices: Array.from({ length: guests }, (_, index) => ({ guests: index + 1, amount: price })) },
  LOS: () => ({ problem: byLengthOnly }),
}

/** Our calendar has one price per night, so every number of guests must see it. */
async function priceIn(
  context: VendorContext,
  { price }: CalendarChange,
  room: RoomWithRates,
): Promise<PriceSettings> {
  if (price === undefined) return {}
  return priceForms[await pricingOf(context, room.id)](price, wholeNumber(mainRate(room)?.maxPersons))
}

function problemOf(
  change: CalendarChange,
  room: RoomWithRates | undefined,
  currency: string | null,
): string | null {
  if (room === undefined) return `the property has no room ${change.listingExternalId}`
  if (mainRate(room) === undefined) return 'the room has no rate that can be written'
  if (change.price !== undefined && change.currency !== null && change.currency !== currency)
    return `prices of this property are in ${currency ?? 'a currency that is not told'}`
  const { minNights = 0, maxNights = 0, availableUnits = 0 } = change
  if (Math.max(minNights, maxNights) > mostNights) return `stays have at most ${mostNights} nights`
  return availableUnits > mostRooms ? `at most ${mostRooms} rooms can be sold` : null
}

/** Returns the settings of each night, or the problem in words. */
async function nightsWanted(
  context: VendorContext,
  change: CalendarChange,
  room: RoomWithRates,
  { settings: priced = {}, prices = [] }: PriceSettings,
  leftOn: ReturnType<typeof leftToSell>,
): Promise<NightWish['nights'] | string> {
  const { from, to, available, availableUnits, minNights, maxNights } = change
  const settings: NightSettings = {
    ...priced,
    ...(minNights === undefined ? {} : { minimumstay: minNights }),
    ...(maxNights === undefined ? {} : { maximumstay: maxNights }),
    ...(change.closedToArrival === undefined ? {} : { closedonarrival: Number(change.closedToArrival) }),
    ...(change.closedToDeparture === undefined
      ? {}
      : { closedondeparture: Number(change.closedToDeparture) }),
    ...(availableUnits === undefined ? {} : { roomstosell: availableUnits }),
    ...(available === false ? { roomstosell: 0 } : {}),
  }
  const rateId = mainRate(room)?.id ?? ''
  const nightWith = (date: string, more: NightSettings = {}) => ({
    ...{ roomId: room.id, rateId, date, prices },
    settings: { ...settings, ...more },
  })
  if (available !== true)
    return stillTaken(
      daysFrom(from, to).map((date) => nightWith(date)),
      context.now(),
    )
  const left = await opened(change, leftOn)
  if (typeof left === 'string') return left
  return stillTaken(
    left.map(([date, more]) => nightWith(date, more)),
    context.now(),
  )
}

/**
 * The vendor, in its own time zone, refuses nights before yesterday with all others in the request. They are
 * left out, unless nothing else remains.
 */
function stillTaken<N extends { date: string }>(nights: readonly N[], now: Date): N[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Amsterdam')
  const first = today.toPlainDate().subtract({ days: 1 }).toString()
  const futureNights = nights.filter(({ date }) => date >= first)
  return futureNights.length > 0 ? futureNights : [...nights]
}

/**
 * A night with rooms left stays as it is; others sell as many rooms as are not booked, and one with too many
 * left is corrected. The rate is opened too.
 */
async function opened(
  change: CalendarChange,
  leftOn: ReturnType<typeof leftToSell>,
): Promise<[date: string, settings: NightSettings][] | string> {
  const { unitCount, from, to } = change
  // If the caller gave the number left, it is written unchanged.
  if (!hasToBeRead(change)) return daysFrom(from, to).map((date) => [date, { closed: 0 }])
  const nights = await leftOn(change)
  if (unitCount === 0 && nights.some(({ left }) => left === 0))
    return 'how many rooms there are is not known; say how many are left'
  const stays = (left: number) => left > 0 && (unitCount === 0 || left <= unitCount)
  return nights.map(({ date, left, booked }) => [
    date,
    { closed: 0, ...(stays(left) ? {} : { roomstosell: Math.max(0, unitCount - booked) }) },
  ])
}
