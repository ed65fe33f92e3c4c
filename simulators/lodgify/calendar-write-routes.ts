import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import { refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { nightsOf } from './availability.ts'
import { invalid } from './failure.ts'
import { dayOf } from './moment.ts'
import { lodgingOf } from './property-record.ts'
import type { Tier } from './store.ts'

interface AvailabilityRequest {
  Params: { propertyId: string; roomTypeId: string }
  Body: { period_start: string; period_end: string; available: number }
}

type RateSent = Partial<Tier> & {
  price_per_day: number
  min_stay: number
  is_default?: boolean
  start_date?: string
  end_date?: string
}

interface RatesRequest {
  Body: { property_id: number; room_type_id: number; rates: RateSent[] }
}

/** Routes that open, close and price nights. */
export function calendarWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  /** The period includes its last day. The number counts the units left, not all units. */
  app.post<AvailabilityRequest>('/v1/availability/:propertyId/:roomTypeId/set', ({ params, body }, reply) => {
    const lodging = lodgingOf(store, params.roomTypeId, params.propertyId)
    const [from, to] = [dayOf(body.period_start), dayOf(body.period_end)]
    if (to < from) refuse(invalid('The period is not valid.'))
    const left = body.available
    const units = lodging.room.units ?? 1
    const isTooMany = nightsOf(store, lodging, from, to).some(
      ({ bookings }) => left + bookings.length > units,
    )
    if (left > 0 && isTooMany) refuse(invalid('There are not so many units.'))
    store.setClosed(lodging.room.id, from, to, left === 0)
    account.tell('availability_change', lodging)
    return reply.code(200).send()
  })

  app.post<RatesRequest>('/v1/rates/savewithoutavailability', ({ body }, reply) => {
    const lodging = lodgingOf(store, body.room_type_id, body.property_id)
    const nights = readRates(body.rates)
    const rates = store.writtenRates(lodging.room.id)
    for (const [day, tiers] of nights) rates.set(day, tiers)
    lodging.nightly ??= nights.values().next().value?.[0]?.price_per_day ?? null
    account.tell('rate_change', lodging)
    return reply.send(true)
  })
}

/** Returns rates by night; a range excludes its end day. */
function readRates(rows: readonly RateSent[]): Map<string, Tier[]> {
  const nights = new Map<string, Tier[]>()
  for (const { is_default, start_date = '', end_date = '', ...rate } of rows) {
    const [from, to] = [dayOf(start_date), dayOf(end_date)]
    if (is_default !== false || from === '' || to <= from) refuse(invalid('The range is not valid.'))
    const tier = { max_stay: 0, price_per_additional_guest: 0, additional_guests_starts_from: 0, ...rate }
    if (tier.price_per_day <= 0 || tier.min_stay < 1) {
      refuse(invalid('price_per_day and min_stay must be numbers.'))
    }
    for (let day = from; day < to; day = addDays(day, 1)) {
      const before = nights.get(day) ?? []
      if (before.some((other) => overlaps(other, tier))) refuse(invalid('The ranges overlap.'))
      nights.set(day, [...before, tier])
    }
  }
  return nights
}

/** Compares lengths of stay, where 0 means no upper limit. */
function overlaps(one: Tier, other: Tier): boolean {
  const end = ({ max_stay }: Tier) => (max_stay === 0 ? Infinity : max_stay)
  return one.min_stay <= end(other) && other.min_stay <= end(one)
}
