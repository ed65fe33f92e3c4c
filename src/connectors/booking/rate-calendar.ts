/** Writes rates and nights at the channel as a person does, room by room and rate by rate. */
import { daysFrom } from '../../connector-kit/dates.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type {
  PricingModel,
  RateCalendar,
  RatedRoom,
  RefusedUpdate,
  RateUpdate,
  OccupancyRules,
} from '../../connector-kit/rate-calendar-operations.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { hotelOf } from './account.ts'
import { settingsOf, toNight } from './map-rates.ts'
import { mostNights, nightsOf } from './nights.ts'
import { byLengthOnly, pricingOf, type PropertyPricing } from './pricing.ts'
import { mainRate, roomsOf, type RoomWithRates } from './rooms.ts'
import { sendNights, type NightWish } from './send-nights.ts'
import type { NightSettings } from './written-nights.ts'
import type { PartyPrice } from './written-prices.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import type { Xml } from '../../connector-kit/xml.ts'
import { errorsOfBxml, ruidOf } from './signals.ts'

/**
 * Rules say how prices for other numbers of guests follow a rate's price (`derivedprices`): without dates,
 * for every night.
 */
type RuleRefusal = Pick<RefusedUpdate, 'message' | 'reference'>

/**
 * Setting the same twice does no harm. An error does not name its rate, so each rate is then sent by itself.
 */
async function deriveByGuests(
  context: VendorContext,
  requested: readonly OccupancyRules[],
): Promise<RefusedUpdate[]> {
  const [first] = await sent(context, requested)
  if (first === undefined) return []
  const refused: RefusedUpdate[] = []
  for (const [index, rules] of requested.entries()) {
    const [refusal] = requested.length === 1 ? [first] : await sent(context, [rules])
    if (refusal !== undefined) refused.push({ index, part: 'price', ...refusal })
  }
  return refused
}

async function sent({ http }: VendorContext, requested: readonly OccupancyRules[]): Promise<RuleRefusal[]> {
  try {
    const body = new XmlDocument(messageOf(requested))
    const answer = await http.post('/hotels/xml/derivedprices', { body })
    if (!(answer instanceof XmlDocument)) throw new VendorError('malformed', 'XML was expected')
    const reference = ruidOf(answer) ?? undefined
    return errorsOfBxml(answer.root).map((message) => ({ message, reference }))
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    return [{ message: error.vendorMessage ?? error.message, reference: error.reference }]
  }
}

function messageOf(requested: readonly OccupancyRules[]): Xml {
  const rooms = [...Map.groupBy(requested, ({ roomId }) => roomId)].map(([id, ofRoom]) =>
    xml('room', { id }, xml('rates', {}, ofRoom.map(toRate))),
  )
  return xml('request', {}, xml('rooms', {}, rooms))
}

const toRate = ({ rateId, guests, others }: OccupancyRules): Xml =>
  xml(
    'rate',
    { id: rateId, leading_occupancy: guests },
    others.map((other) =>
      xml('occupancy', {
        persons: other.guests,
        [other.by === 'percentage' ? 'percentage' : 'additional']: other.value,
        round: other.rounded === null ? undefined : Number(other.rounded),
      }),
    ),
  )

const models: Record<PropertyPricing, PricingModel> = {
  Standard: 'standard',
  OBP: 'occupancy',
  LOS: 'length_of_stay',
}

export const rateCalendar: RateCalendar = {
  longestRange: mostNights,
  property: async (context) => ({ currency: (await hotelOf(context)).currency }),
  pricing: async (context, roomId) => models[await pricingOf(context, roomId)],
  rooms: async (context) => (await roomsOf(context)).map(toRoom),
  nights: async (context, { roomId, withRates, ...range }) =>
    (await nightsOf(context, roomId, range, withRates ? 'rates' : 'room')).map(toNight),

  async write(context, updates) {
    const refused: RefusedUpdate[] = []
    const wishes: NightWish[] = []
    for (const [index, update] of updates.entries()) {
      const { settings, prices, problem } = await priceIn(context, update)
      if (problem !== undefined) refused.push({ index, part: 'price', message: problem })
      const { roomId, rateId, from, to, roomsToSell, rules } = update
      const night = {
        ...{ roomId, rateId, prices: prices ?? [] },
        settings: {
          ...settings,
          ...settingsOf(rules),
          ...(roomsToSell === undefined ? {} : { roomstosell: roomsToSell }),
        },
      }
      wishes.push({ index, nights: daysFrom(from, to).map((date) => ({ ...night, date })) })
    }
    const { currency } = await hotelOf(context)
    return [...refused, ...(await sendNights(context, wishes, currency))]
  },

  deriveByGuests,
}

const toRoom = (room: RoomWithRates): RatedRoom => ({
  ...{ id: room.id, name: room.name },
  rates: room.rates.map((rate) => ({
    ...{ id: rate.id, name: rate.name },
    maxPersons: wholeNumber(rate.maxPersons),
    policy: presentText(rate.policy),
    policyId: presentText(rate.policyId),
    isDerived: rate.followsPrice,
    parentId: rate.parentId,
    isReadOnly: rate.isReadOnly,
    takesCalendar: rate === mainRate(room),
  })),
})

interface RatePriceSettings {
  settings?: NightSettings
  prices?: PartyPrice[]
  /** The problem says why there is no price. */
  problem?: string
}

type RatePrice = NonNullable<RateUpdate['price']>

const forms: Record<PropertyPricing, (price: RatePrice) => RatePriceSettings> = {
  Standard({ amount, guests, mostGuests, single }) {
    const alone = single === undefined ? {} : { price1: single }
    if (guests === null || guests === mostGuests) return { settings: { price: amount, ...alone } }
    if (guests === 1) return { settings: { price1: amount } }
    return {
      problem: `this property has no prices for ${guests} guests: they are for the room, or for one guest alone`,
    }
  },
  OBP: ({ amount, guests, single }) =>
    guests === null
      ? { problem: 'for how many guests the price is has to be told' }
      : {
          prices: [
            { guests, amount },
            ...(single === undefined || guests === 1 ? [] : [{ guests: 1, amount: single }]),
          ],
        },
  LOS: () => ({ problem: byLengthOnly }),
}

async function priceIn(context: VendorContext, { price, roomId }: RateUpdate): Promise<RatePriceSettings> {
  return price === undefined ? {} : forms[await pricingOf(context, roomId)](price)
}
