/** A night can be seen in three places, where people do different things. */
export interface Home {
  name: string
  /** The id at the server. */
  listingId: string
  airbnbId: string
  roomId: number
}

export interface Doors {
  /** The addresses of both channels' control interfaces. */
  airbnb: string
  booking: string
  server: { url: string; key: string }
}

export const places = ['airbnb', 'here', 'booking'] as const
export type StagePlace = (typeof places)[number]

/** A night as one place shows it. */
export interface SeenNight {
  left: number
  price: number | null
  /** When it was closed there, if the place says so. */
  closedAt: string | null
}
export interface SeenNights {
  dates: string[]
  at: Record<StagePlace, SeenNight[]>
}

/** Something a person does; both ends of the nights are included. */
export interface Act {
  act: string
  from: string
  to: string
  price?: number
  /** The booking it concerns. */
  id?: string
}

export class Impossible extends Error {}

type ServerAnswer = Record<string, unknown>

async function ask(
  url: string,
  method: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<ServerAnswer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, {
    ...{ method, headers: { ...headers, ...type } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answerBody = (await answer.json().catch(() => ({}))) as ServerAnswer
  if (answer.ok) return answerBody
  const { error, message = error } = answerBody as { error?: unknown; message?: unknown }
  throw new Impossible(typeof message === 'string' ? message : JSON.stringify(answerBody))
}

export const dayAfter = (date: string): string => String(Temporal.PlainDate.from(date).add({ days: 1 }))

export const atServer = (
  { server }: Doors,
  method: string,
  path: string,
  body?: object,
): Promise<ServerAnswer> =>
  ask(`${server.url}${path}`, method, body, { authorization: `Bearer ${server.key}` })

interface ChannelNightRow {
  date: string
  left: number
  price: number | null
  closedAt: string | null
}
interface ExposureNightRow {
  date: string
  wanted: { units: number; available: boolean; price: number | null }
}

export async function look(doors: Doors, home: Home, from: string, to: string): Promise<SeenNights> {
  const nights = async (door: string, id: string | number) =>
    (
      (await ask(`${door}/listings/${id}/nights?from=${from}&to=${to}`, 'GET')) as {
        nights: ChannelNightRow[]
      }
    ).nights
  const [airbnb, booking, exposure] = await Promise.all([
    nights(doors.airbnb, home.airbnbId),
    nights(doors.booking, home.roomId),
    atServer(doors, 'GET', `/v1/listings/${home.listingId}/exposure?from=${from}&to=${to}`),
  ])
  const [channel] = (exposure as { channels: { nights: ExposureNightRow[] }[] }).channels
  const here = (channel?.nights ?? []).map(({ wanted }) => ({
    ...{ left: wanted.available ? wanted.units : 0, price: wanted.price, closedAt: null },
  }))
  return { dates: airbnb.map(({ date }) => date), at: { airbnb, here, booking } }
}

/** Does each act, and returns its result in words. */
export const acts: Readonly<Record<string, (doors: Doors, home: Home, act: Act) => Promise<string>>> = {
  async 'airbnb.book'(doors, { airbnbId }, { from, to }) {
    const stay = { listingId: airbnbId, arrival: from, departure: dayAfter(to), adults: 1 }
    const { outcome, why } = await ask(`${doors.airbnb}/guests/book`, 'POST', stay)
    if (outcome === 'booked') return 'A guest booked on Airbnb'
    if (outcome === 'requested') return 'A guest asked for it on Airbnb'
    throw new Impossible(`Airbnb does not let it be booked: ${String(why)}`)
  },
  async 'booking.book'(doors, { roomId }, { from, to }) {
    const stay = { room_id: roomId, arrival_date: from, departure_date: dayAfter(to), adults: 1 }
    await ask(`${doors.booking}/guest/bookings`, 'POST', stay)
    return 'A guest booked at Booking.com'
  },
  async 'here.book'(doors, { listingId }, { from, to }) {
    await atServer(doors, 'POST', '/v1/reservations', {
      ...{ listingId, checkIn: from, checkOut: dayAfter(to), adults: 1, guest: { firstName: 'Ada' } },
    })
    return 'Somebody booked by the API'
  },
  async 'airbnb.accept'(doors, _home, { id }) {
    await ask(`${doors.airbnb}/reservations/${id}/answer`, 'POST', { accept: true })
    return 'The host accepted on Airbnb'
  },
  async 'airbnb.decline'(doors, _home, { id }) {
    await ask(`${doors.airbnb}/reservations/${id}/answer`, 'POST', { accept: false })
    return 'The host declined on Airbnb'
  },
  async 'airbnb.cancel'(doors, _home, { id }) {
    await ask(`${doors.airbnb}/reservations/${id}/cancel`, 'POST', {})
    return 'The guest cancelled on Airbnb'
  },
  async 'booking.cancel'(doors, _home, { id }) {
    await ask(`${doors.booking}/reservations/${id}/cancel`, 'POST', {})
    return 'The guest cancelled at Booking.com'
  },
  async 'here.cancel'(doors, _home, { id }) {
    await atServer(doors, 'POST', `/v1/reservations/${id}/cancel`, {})
    return 'It was cancelled by the API'
  },
  async 'here.close'(doors, { listingId }, { from, to }) {
    await atServer(doors, 'PUT', `/v1/availability/${listingId}`, {
      dates: datesOf(from, to),
      available: false,
    })
    return 'The host closed it'
  },
  async 'here.open'(doors, { listingId }, { from, to }) {
    await atServer(doors, 'PUT', `/v1/availability/${listingId}`, {
      dates: datesOf(from, to),
      available: true,
    })
    return 'The host opened it'
  },
  async 'here.price'(doors, { listingId }, { from, to, price }) {
    await atServer(doors, 'PUT', `/v1/availability/${listingId}`, { dates: datesOf(from, to), price })
    return `The host wants ${price} for it`
  },
  async 'airbnb.close'(doors, { airbnbId }, { from, to }) {
    await ask(`${doors.airbnb}/listings/${airbnbId}/calendar`, 'POST', {
      from,
      to,
      availability: 'unavailable',
    })
    return 'It was closed by hand on Airbnb'
  },
  async 'booking.close'(doors, { roomId }, { from, to }) {
    await ask(`${doors.booking}/extranet/nights`, 'POST', { room_id: roomId, from, to, closed: true })
    return 'It was closed by hand in the extranet'
  },
  async 'booking.open'(doors, { roomId }, { from, to }) {
    await ask(`${doors.booking}/extranet/nights`, 'POST', {
      room_id: roomId,
      from,
      to,
      closed: false,
      rooms_to_sell: 1,
    })
    return 'It was opened by hand in the extranet'
  },
}

function datesOf(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = dayAfter(date)) dates.push(date)
  return dates
}
