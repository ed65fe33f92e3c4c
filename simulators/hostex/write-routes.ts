import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { daysOf } from '../kit/nights.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { NightSettings } from '../kit/world/nights.ts'
import { success, invalid, moment, notFound } from './answers.ts'
import { listingKey, type ListingPrices } from './calendar.ts'
import { customChannel, customChannels, ratesOf, type HostexWorld } from './projection.ts'
import { reservationFields, type ListingName, type Reservation } from './records.ts'
import { homeOfListing } from './routes.ts'
import type { Webhooks } from './webhooks.ts'

interface ReservationCodeRequest<Body = undefined> {
  Params: { code: string }
  Body: Body
}
type BookingBody = Record<'property_id' | 'custom_channel_id' | 'rate_amount' | 'commission_amount', number> &
  Record<'check_in_date' | 'check_out_date' | 'guest_name' | 'currency', string> &
  Partial<Record<'email' | 'mobile' | 'remarks', string>> & { number_of_guests?: number }
type ChangeBody = Partial<BookingBody>
interface DayBounds {
  start_date: string
  end_date: string
}

const channelBooking = invalid('Bookings of channels cannot be changed or cancelled here.')
const takenNights = invalid('The property is not available on these dates.')

export function writeRoutes(app: FastifyInstance, world: HostexWorld, prices: ListingPrices): void {
  bookingRoutes(app, world)
  nightRoutes(app, world, prices)

  app.post<{ Params: { id: string }; Body: { message?: string; jpeg_base64?: string } }>(
    '/conversations/:id',
    ({ params, body: { message, jpeg_base64 } }) => {
      const stay = heldOr(world.threads.stayOf(params.id), notFound)
      if (message === undefined && jpeg_base64 === undefined) refuse(invalid('message is required.'))
      if (jpeg_base64 !== undefined) {
        const row = world.say(stay, { body: '', isIncoming: false })
        const url = `https://assets.example.com/hostex/messages/${row.id}.jpg`
        Object.assign(row, { display_type: 'FileAttachment', attachment: { url, type: 'image/jpeg' } })
      }
      if (message !== undefined) world.say(stay, { body: message, isIncoming: false })
      return success()
    },
  )

  app.post<ReservationCodeRequest<{ host_reply_content?: string }>>('/reviews/:code', ({ params, body }) => {
    const review = heldOr(world.reviews.get(params.code), notFound)
    const content = heldOr(body.host_reply_content, invalid('host_reply_content is required.'))
    review.host_reply = { content, created_at: moment(world.nowMs()) }
    return success()
  })
}

function bookingRoutes(app: FastifyInstance, world: HostexWorld): void {
  app.post<{ Body: BookingBody }>('/reservations', ({ body }) => {
    const home = heldOr(world.homes.get(body.property_id), invalid('property_id is invalid.'))
    if (!customChannels.some(({ id }) => id === body.custom_channel_id))
      refuse(invalid('custom_channel_id is invalid.'))
    requireFree(world, body.property_id, body.check_in_date, body.check_out_date)
    const number = world.nextNumber('direct', 0)
    const code = `5-6AG${(900_001 + number * 17).toString(36).toUpperCase()}`
    const now = moment(world.nowMs())
    const rate = body.rate_amount
    world.addStay({
      ...(blankRow(reservationFields, code) as Reservation),
      channel_id: code.slice(2),
      ...{ property_id: home.id, channel_type: 'hostex_direct', listing_id: String(home.id) },
      ...{ check_in_date: body.check_in_date, check_out_date: body.check_out_date },
      ...partyOf(body.number_of_guests ?? 1),
      ...{ status: 'accepted', stay_status: 'checkin_pending' },
      ...{ guest_name: body.guest_name, guest_phone: body.mobile ?? '', guest_email: body.email ?? '' },
      ...{ booked_at: now, created_at: now, creator: 'host@example.com' },
      rates: ratesOf(
        { currency: body.currency, rent: rate, total: rate, cleaning: 0, discount: 0, tax: 0 },
        body.commission_amount,
      ),
      custom_channel: customChannels.find(({ id }) => id === body.custom_channel_id) ?? customChannel,
      check_in_details: { arrival_at: null, departure_at: null, lock_code: null },
      ...{
        remarks: body.remarks ?? '',
        channel_remarks: '',
        tags: [],
        guests: [],
        in_reservation_box: false,
      },
    })
    return success()
  })

  app.patch<ReservationCodeRequest<ChangeBody>>('/reservations/:code', ({ params, body }) => {
    const stay = heldOr(world.stays.get(params.code), notFound)
    if (stay.channel_type !== 'hostex_direct') refuse(channelBooking)
    const arrival = body.check_in_date ?? stay.check_in_date ?? ''
    const departure = body.check_out_date ?? stay.check_out_date ?? ''
    requireFree(world, stay.property_id, arrival, departure, stay)
    world.apply(stay, {
      check_in_date: arrival,
      check_out_date: departure,
      ...(body.number_of_guests === undefined ? {} : partyOf(body.number_of_guests)),
      ...(body.remarks === undefined ? {} : { remarks: body.remarks }),
    })
    return success()
  })

  app.delete<ReservationCodeRequest>('/reservations/:code', ({ params }) => {
    const stays = world.stays.all().filter(({ reservation_code }) => reservation_code === params.code)
    heldOr(stays[0], notFound)
    if (stays.some(({ channel_type }) => channel_type !== 'hostex_direct')) refuse(channelBooking)
    if (stays.every(({ status }) => status === 'cancelled')) refuse(invalid('It is cancelled already.'))
    for (const { stay_code, status } of stays) if (status !== 'cancelled') world.cancel(stay_code)
    return success()
  })
}

const partyOf = (number_of_guests: number) => ({
  number_of_guests,
  number_of_adults: number_of_guests,
  number_of_children: 0,
  number_of_infants: 0,
  number_of_pets: 0,
})

function requireFree(
  world: HostexWorld,
  propertyId: number | null,
  arrival: string,
  departure: string,
  own?: Reservation,
): void {
  if (arrival >= departure) refuse(invalid('The check-out date must be after the check-in date.'))
  const home = heldOr(world.homes.get(propertyId), notFound)
  const nights = world.nights(home, { from: arrival, to: addDays(departure, -1) })
  if (nights.some(({ set, stays }) => set.isClosed === true || stays.some((stay) => stay !== own)))
    refuse(takenNights)
}

const ruleNames: Readonly<Record<string, keyof NightSettings>> = {
  ...{ min_stay_on_arrival: 'minNights', max_stay_on_arrival: 'maxNights' },
  ...{ closed_on_arrival: 'closedToArrival', closed_on_departure: 'closedToDeparture' },
}

function nightRoutes(app: FastifyInstance, world: HostexWorld, prices: ListingPrices): void {
  app.post<{ Body: Partial<DayBounds> & { property_ids: number[]; dates?: string[]; available: boolean } }>(
    '/availabilities',
    ({ body: { property_ids, dates, available, start_date: from, end_date: to } }) => {
      const days = from && to ? daysOf({ from, to }) : heldOr(dates, invalid('dates is required.'))
      if (days.some((day) => day < world.today())) refuse(invalid('Dates must be today or later.'))
      for (const id of property_ids) {
        const home = heldOr(world.homes.get(id), invalid('property_ids is invalid.'))
        for (const day of days)
          world.setNights(
            home,
            { from: day, to: day },
            available
              ? { isClosed: null, closedBy: null, closedAtMs: null }
              : { isClosed: true, closedBy: 'host', closedAtMs: world.nowMs() },
          )
      }
      return success()
    },
  )

  app.post<{ Body: ListingName & { prices: (DayBounds & { price: number })[] } }>(
    '/listings/prices',
    ({ body }) => {
      heldOr(homeOfListing(world, body), invalid('The listing is not connected.'))
      const own = prices.get(listingKey(body)) ?? new Map<string, number>()
      prices.set(listingKey(body), own)
      for (const { start_date: from, end_date: to, price } of body.prices)
        for (const day of daysOf({ from, to })) own.set(day, price)
      return success()
    },
  )

  app.post<{ Body: ListingName & { restrictions: (DayBounds & Record<string, unknown>)[] } }>(
    '/listings/restrictions',
    ({ body }) => {
      const { home } = heldOr(homeOfListing(world, body), invalid('The listing is not connected.'))
      for (const { start_date: from, end_date: to, ...rules } of body.restrictions) {
        const settings = Object.entries(rules).flatMap(([name, value]) => {
          const own = ruleNames[name]
          return own === undefined ? [] : [[own, value]]
        })
        world.setNights(home, { from, to }, Object.fromEntries(settings) as NightSettings)
      }
      return success()
    },
  )
}

export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  app.get('/webhooks', () => success({ webhooks: webhooks.list() }))
  app.post<{ Body: { url: string } }>('/webhooks', ({ body }) => {
    webhooks.add(body.url)
    return success()
  })
  app.delete<{ Params: { id: string } }>('/webhooks/:id', ({ params }) => {
    if (!webhooks.remove(params.id)) refuse(notFound)
    return success()
  })
}
