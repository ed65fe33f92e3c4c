import type { FastifyInstance } from 'fastify'
import type { DayRange } from '../kit/nights.ts'
import { nested } from '../kit/nested.ts'
import type { Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import type { ChannexAccount } from './account.ts'
import { listed, notFound, resource } from './answers.ts'
import type { Booking, RoomType } from './records.ts'

export type ResourceListCall = { Querystring: Query }
export type ResourceCall = { Params: { id: string } }

interface NightQuery {
  filter: { property_id?: string; date: { gte: string; lte: string }; restrictions?: string }
}
interface BookingQuery {
  filter?: { property_id?: string; inserted_at?: Bounds; arrival_date?: Bounds; departure_date?: Bounds }
  order?: { inserted_at?: string }
}
interface Bounds {
  gte?: string
  lte?: string
}

const queryOf = <T>(query: Query): T => nested(query as Record<string, unknown>) as T

export function routes(app: FastifyInstance, account: ChannexAccount): void {
  const { world, properties } = account
  const ofProperty = (query: Query) => {
    const { filter = {} } = queryOf<{ filter?: { property_id?: string } }>(query)
    return (row: { property_id: string }) =>
      filter.property_id === undefined || filter.property_id === row.property_id
  }

  app.get<ResourceListCall>('/properties', ({ query }) => {
    // The list leaves settings out.
    const rows = [...properties.values()].map(({ settings: _settings, ...row }) => resource('property', row))
    return listed(rows, query)
  })
  app.get<ResourceCall>('/properties/:id', ({ params }) => ({
    data: resource('property', { ...heldOr(properties.get(params.id), notFound) }),
  }))

  app.get<ResourceListCall>('/room_types', ({ query }) => {
    const rows = world.homes
      .all()
      .filter(ofProperty(query))
      .toSorted(byText(({ title }) => title))
    return listed(rows.map(showRoomType), query)
  })
  app.get<ResourceCall>('/room_types/:id', ({ params }) => ({
    data: showRoomType(heldOr(world.homes.get(params.id), notFound)),
  }))

  app.get<ResourceListCall>('/rate_plans', ({ query }) =>
    listed(
      account
        .plans()
        .filter(ofProperty(query))
        .toSorted(byText(({ title }) => title))
        .map(({ room_type_id, property_id, ...plan }) =>
          resource('rate_plan', plan, { room_type: room_type_id, property: property_id }),
        ),
      query,
    ),
  )

  app.get<ResourceListCall>('/availability', ({ query }) => {
    const { filter } = queryOf<NightQuery>(query)
    const roomTypes = world.homes.all().filter(ofProperty(query))
    return {
      data: Object.fromEntries(
        roomTypes.map((roomType) => [
          roomType.id,
          Object.fromEntries(
            account.nights(roomType, rangeOf(filter)).map(({ date, availability }) => [date, availability]),
          ),
        ]),
      ),
    }
  })

  app.get<ResourceListCall>('/restrictions', ({ query }) => {
    const { filter } = queryOf<NightQuery>(query)
    const names = (filter.restrictions ?? '').split(',')
    const roomTypes = world.homes.all().filter(ofProperty(query))
    return {
      data: Object.fromEntries(roomTypes.flatMap((row) => planNights(account, row, rangeOf(filter), names))),
    }
  })

  app.get<ResourceListCall>('/bookings', ({ query }) => {
    const { filter = {}, order = {} } = queryOf<BookingQuery>(query)
    const found = world.stays
      .all()
      .filter(ofProperty(query))
      .filter((row) => isBetween(row.inserted_at, filter.inserted_at))
      .filter((row) => isBetween(row.arrival_date, filter.arrival_date))
      .filter((row) => isBetween(row.departure_date, filter.departure_date))
      .toSorted(byText<Booking>(({ inserted_at, id }) => `${inserted_at} ${id}`))
    const ordered = order.inserted_at === 'asc' ? found : found.toReversed()
    return listed(
      ordered.map((row) => resource('booking', account.show(row))),
      query,
    )
  })
  app.get<ResourceCall>('/bookings/:id', ({ params }) => ({
    data: resource('booking', account.show(heldOr(world.stays.get(params.id), notFound))),
  }))

  type Revisions = ReturnType<typeof account.feed>
  const revisionRows = (revisions: Revisions, query: Query) => {
    const isOfProperty = ofProperty(query)
    return revisions
      .filter(({ snapshot }) => isOfProperty(snapshot as { property_id: string }))
      .map(({ id, bookingId, snapshot }) =>
        resource('booking_revision', { ...snapshot, id, booking_id: bookingId }),
      )
  }
  app.get<ResourceListCall>('/booking_revisions', ({ query }) => {
    const { filter = {}, order = {} } = queryOf<BookingQuery>(query)
    const found = account.revisions.filter(({ snapshot }) =>
      isBetween(String(snapshot.inserted_at), filter.inserted_at),
    )
    return listed(revisionRows(order.inserted_at === 'asc' ? found : found.toReversed(), query), query)
  })
  app.get<ResourceListCall>('/booking_revisions/feed', ({ query }) =>
    listed(revisionRows(account.feed(), query), query),
  )
  app.post<ResourceCall>('/booking_revisions/:id/ack', ({ params }) => {
    heldOr(account.acknowledge(params.id) || undefined, notFound)
    return { meta: { message: 'Success' } }
  })
}

export const byText =
  <Row>(key: (row: Row) => string | null) =>
  (left: Row, right: Row): number =>
    (key(left) ?? '') < (key(right) ?? '') ? -1 : 1

const isBetween = (value: string | null, { gte = '', lte = '9999' }: Bounds = {}): boolean =>
  (value ?? '') >= gte && (value ?? '').slice(0, lte.length) <= lte

const rangeOf = ({ date }: NightQuery['filter']): DayRange => ({ from: date.gte, to: date.lte })

function showRoomType({ property_id, ...row }: RoomType): object {
  return resource('room_type', row, { property: property_id })
}

/** Restrictions stand by rate plan and day, each under its name. */
function planNights(account: ChannexAccount, roomType: RoomType, range: DayRange, names: readonly string[]) {
  const nights = account.nights(roomType, range)
  const type = account.properties.get(roomType.property_id)?.settings.min_stay_type
  return account.plansOf(roomType).map(({ id, inherit_rate }) => {
    const days = nights.map(({ date, price, set, isStopped }) => {
      const least = set.minNights ?? 1
      const values: Record<string, unknown> = {
        rate: (inherit_rate ? price * 0.9 : price).toFixed(2),
        stop_sell: isStopped(id),
        min_stay_arrival: type === 'through' ? 1 : least,
        min_stay_through: type === 'through' ? least : 1,
        max_stay: set.maxNights ?? 0,
        closed_to_arrival: set.closedToArrival ?? false,
        closed_to_departure: set.closedToDeparture ?? false,
      }
      return [date, Object.fromEntries(names.map((name) => [name, values[name] ?? null]))] as const
    })
    return [id, Object.fromEntries(days)] as const
  })
}
