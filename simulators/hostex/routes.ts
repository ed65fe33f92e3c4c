import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { success, invalid, notFound, page } from './answers.ts'
import { availabilities, listingKey, listingNights, type ListingPrices } from './calendar.ts'
import { customChannels, type HostexWorld } from './projection.ts'
import type { ListingName, Message, Property, Reservation, Review } from './records.ts'

type ListRequest = { Querystring: Query }
type ThreadRequest = { Params: { id: string } }

/** Without dates the vendor lists stays and reviews of the last half year only. */
const usualDays = 180
const longestReviewDays = 180

export function routes(app: FastifyInstance, world: HostexWorld, prices: ListingPrices): void {
  app.get<ListRequest>('/properties', ({ query }) => {
    const id = intParam(query, 'id')
    const rows = world.homes.all().filter((home) => id === undefined || home.id === id)
    return success({ properties: page(rows, query), total: rows.length })
  })

  app.get<ListRequest>('/room_types', ({ query }) => {
    const rows = roomTypes(world)
    return success({ room_types: page(rows, query), total: rows.length })
  })

  app.get<ListRequest>('/reservations', ({ query }) =>
    success({ reservations: page(reservations(world, query), query) }),
  )

  app.get<ListRequest>('/availabilities', ({ query }) => {
    const range = { from: textParam(query, 'start_date') ?? '', to: textParam(query, 'end_date') ?? '' }
    if (range.from > addDays(world.today(), 366)) refuse(invalid('The start date must be within 1 year.'))
    const ids = (textParam(query, 'property_ids') ?? '').split(',')
    if (ids.length > 100) refuse(invalid('A maximum of 100 properties can be queried at once.'))
    const found = ids.flatMap((id) => world.homes.get(id) ?? [])
    const properties = found.map((home) => ({
      id: home.id,
      availabilities: availabilities(world, home, range),
    }))
    return success({ properties })
  })

  app.post<{
    Body: { start_date: string; end_date: string; listings: ListingName[] }
  }>('/listings/calendar', ({ body: { start_date, end_date, listings } }) => {
    const range = { from: start_date, to: end_date }
    const calendars = listings.map((name) => {
      const place = heldOr(homeOfListing(world, name), invalid('The listing is not connected.'))
      return { ...name, calendar: listingNights(world, prices, place, range) }
    })
    return success({ listings: calendars })
  })

  app.get('/custom_channels', () => success({ custom_channels: customChannels }))
  app.get('/income_methods', () =>
    success({
      income_methods: [
        { id: 1, name: 'Cash' },
        { id: 4, name: 'Bank transfer' },
      ],
    }),
  )

  app.get<ListRequest>('/conversations', ({ query }) => {
    const threads = world.threads.all().map(({ id, stay, messages }) => ({
      id: String(id),
      channel_type: stay.channel_type,
      last_message_at:
        messages
          .map(({ created_at }) => created_at)
          .toSorted()
          .at(-1) ?? null,
      guest: guestOf(stay),
      property_title: world.homes.get(stay.property_id)?.title ?? '',
      check_in_date: stay.check_in_date,
      check_out_date: stay.check_out_date,
    }))
    const newest = threads.toSorted((left, right) =>
      (right.last_message_at ?? '').localeCompare(left.last_message_at ?? ''),
    )
    return success({ conversations: page(newest, query) })
  })

  app.get<ThreadRequest>('/conversations/:id', ({ params }) => {
    const stay = heldOr(world.threads.stayOf(params.id), notFound)
    const home = world.homes.get(stay.property_id)
    const messages: readonly Message[] = world.threads.messagesIn(params.id)
    const days = { check_in_date: stay.check_in_date, check_out_date: stay.check_out_date }
    const property = home && { id: home.id, title: home.title, cover_url: null, room_type: null }
    const activity = { ...days, listing_id: stay.listing_id, property }
    return success({
      id: params.id,
      channel_type: stay.channel_type,
      guest: guestOf(stay),
      activities: [
        { activity_type: 'reservation', reservation_code: stay.stay_code, ...activity },
        { activity_type: 'inquiry', reservation_code: null, ...activity },
      ],
      note: null,
      messages: messages.toReversed(),
    })
  })

  app.get<ListRequest>('/reviews', ({ query }) => {
    const to = textParam(query, 'end_check_out_date') ?? world.today()
    const from = textParam(query, 'start_check_out_date') ?? addDays(to, -usualDays)
    if (addDays(from, longestReviewDays) <= to) refuse(invalid('The range must be less than 180 days.'))
    const state = textParam(query, 'review_status') ?? 'reviewed'
    const rows = world.reviews
      .all()
      .filter((review) => stateOf(review) === state)
      .filter(({ check_out_date: day }) => from <= (day ?? '') && (day ?? '') <= to)
    return success({ reviews: page(rows, query).map(({ id, ...review }) => review) })
  })
}

const guestOf = ({ guest_name, guest_phone, guest_email }: Reservation) => ({
  name: guest_name ?? '',
  phone: guest_phone ?? '',
  email: guest_email ?? '',
})

const stateOf = ({ host_review, guest_review }: Review): string =>
  guest_review === null ? 'pending_guest_review' : host_review === null ? 'pending_host_review' : 'reviewed'

function reservations(world: HostexWorld, query: Query): Reservation[] {
  const is = (name: keyof Reservation) => {
    const value = textParam(query, name)
    return (row: Reservation) => value === undefined || String(row[name]) === value
  }
  const within = (name: 'check_in_date' | 'check_out_date', usual?: string) => {
    const from = textParam(query, `start_${name}`) ?? usual ?? ''
    const to = textParam(query, `end_${name}`) ?? '9999'
    return (row: Reservation) => from <= (row[name] ?? '') && (row[name] ?? '') <= to
  }
  const order = (textParam(query, 'order_by') ?? 'booked_at') as keyof Reservation
  const checks = [
    is('reservation_code'),
    is('property_id'),
    is('status'),
    is('channel_type'),
    within('check_in_date'),
    within('check_out_date', addDays(world.today(), -usualDays)),
  ]
  return world.stays
    .all()
    .filter((row) => checks.every((fits) => fits(row)))
    .toSorted((left, right) => String(right[order] ?? '').localeCompare(String(left[order] ?? '')))
}

/** Homes 8 and 9 of ten are rooms of one kind, sold as one listing. */
function roomTypes(world: HostexWorld): object[] {
  const rooms = world.homes.all().filter((_, index) => index % 10 >= 8)
  return Array.from({ length: Math.floor(rooms.length / 2) }, (_, index) => ({
    id: 55_001 + index,
    title: `Studio ${index + 1}`,
    properties: rooms.slice(index * 2, index * 2 + 2).map(({ id, title }) => ({ id, title })),
    channels: [{ channel_type: 'trip.com', listing_id: `T${55_001 + index}` }],
  }))
}

/** Returns the home of a channel listing. */
export function homeOfListing(world: HostexWorld, name: ListingName) {
  const homes: readonly Property[] = world.homes.all()
  const found = homes.flatMap((home) =>
    home.channels
      .filter((listing) => listingKey(listing) === listingKey(name))
      .map((listing) => ({ home, listing })),
  )
  return found[0]
}
