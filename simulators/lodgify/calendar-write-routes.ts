import type { FastifyInstance } from 'fastify'
import { addDays, isDay } from '../kit/clock.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { nightsOf } from './availability.ts'
import { notFound } from './failure.ts'
import { dayOf, invalid, isFields, readSent } from './sent-fields.ts'
import type { Sent } from './sent-fields.ts'
import type { Tier } from './store.ts'

type WithPlace = { Params: { propertyId: string; roomTypeId: string } }

const rateNames = [
  'is_default',
  'start_date',
  'end_date',
  'price_per_day',
  'min_stay',
  'max_stay',
  'price_per_additional_guest',
  'additional_guests_starts_from',
]

/** Nights opened and closed, and their prices. */
export function calendarWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  /** The last day belongs to the period. The number is of units that are left, not of those there are. */
  app.post<WithPlace>('/v1/availability/:propertyId/:roomTypeId/set', ({ params, body }, reply) => {
    const lodging = store.lodgings.get(Number(params.roomTypeId))
    if (lodging === undefined || lodging.property.id !== Number(params.propertyId)) {
      return sendAnswer(reply, notFound)
    }
    const sent = readSent(body, ['period_start', 'period_end', 'available'])
    if (typeof sent === 'string') return sendAnswer(reply, invalid(sent))
    const [from, to] = [dayOf(sent.period_start), dayOf(sent.period_end)]
    if (!isDay(from) || !isDay(to) || to < from) return sendAnswer(reply, invalid('The period is not valid.'))
    const left = Number(sent.available)
    const units = lodging.room.units ?? 1
    for (const night of nightsOf(store, lodging, from, to)) {
      const booked = night.bookings.length
      if (left > 0 && left + booked > units) return sendAnswer(reply, invalid('There are not so many units.'))
    }
    store.setClosed(lodging.room.id, from, to, left === 0)
    account.tell('availability_change', lodging)
    return reply.code(200).send()
  })

  app.post('/v1/rates/savewithoutavailability', ({ body }, reply) => {
    const sent = readSent(body, ['property_id', 'room_type_id', 'rates'])
    if (typeof sent === 'string') return sendAnswer(reply, invalid(sent))
    const lodging = store.lodgings.get(Number(sent.room_type_id))
    if (lodging === undefined || lodging.property.id !== sent.property_id) return sendAnswer(reply, notFound)
    const nights = readRates(sent.rates)
    if (typeof nights === 'string') return sendAnswer(reply, invalid(nights))
    const written = store.writtenRates(lodging.room.id)
    for (const [day, tiers] of nights) written.set(day, tiers)
    lodging.nightly ??= nights.values().next().value?.[0]?.price_per_day ?? null
    account.tell('rate_change', lodging)
    return reply.send(true)
  })
}

/** By night; the day a range ends on is no longer part of it. */
function readRates(value: unknown): Map<string, Tier[]> | string {
  const rows: unknown[] = Array.isArray(value) ? value : []
  if (rows.length === 0) return 'There are no rates.'
  const nights = new Map<string, Tier[]>()
  for (const row of rows) {
    const sent = readSent(row, rateNames)
    if (typeof sent === 'string') return sent
    const [from, to] = [dayOf(sent.start_date), dayOf(sent.end_date)]
    if (sent.is_default !== false || !isDay(from) || !isDay(to) || to <= from)
      return 'The range is not valid.'
    const tier = tierOf(sent)
    if (tier === undefined) return 'price_per_day and min_stay must be numbers.'
    for (let day = from; day < to; day = addDays(day, 1)) {
      const before = nights.get(day) ?? []
      if (before.some((other) => overlaps(other, tier))) return 'The ranges overlap.'
      nights.set(day, [...before, tier])
    }
  }
  return nights
}

function tierOf(sent: Sent): Tier | undefined {
  const number = (name: string) => (typeof sent[name] === 'number' ? Number(sent[name]) : 0)
  if (!isFields(sent) || number('price_per_day') <= 0 || number('min_stay') < 1) return undefined
  return {
    min_stay: number('min_stay'),
    max_stay: number('max_stay'),
    price_per_day: number('price_per_day'),
    price_per_additional_guest: number('price_per_additional_guest'),
    additional_guests_starts_from: number('additional_guests_starts_from'),
  }
}

/** Of lengths of stay; 0 is without an end. */
function overlaps(one: Tier, other: Tier): boolean {
  const end = ({ max_stay }: Tier) => (max_stay === 0 ? Infinity : max_stay)
  return one.min_stay <= end(other) && other.min_stay <= end(one)
}
