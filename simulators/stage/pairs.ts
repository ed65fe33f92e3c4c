/** Pairs listings and rooms into homes. Both stand in one town, so their prices are in one currency. */
export interface Pair {
  name: string
  airbnbId: string
  hotelId: number
  roomId: number
  currency: string
}

/** The addresses of both channels' control interfaces. */
export interface Controls {
  airbnb: string
  booking: string
}

interface AirbnbState {
  listings: readonly { id: string; name: string; city: string }[]
}
interface BookingState {
  listings: readonly { id: number; hotel_id: number }[]
  hotels: readonly { id: number; city: string; currency: string }[]
}

/** Uses every room once. */
function pairsIn({ listings }: AirbnbState, there: BookingState): Pair[] {
  const places = new Set<number>()
  return listings.flatMap(({ id, name, city }): Pair[] => {
    const hotels = there.hotels.filter((hotel) => hotel.city === city)
    const room = there.listings.find(
      (one) => !places.has(one.id) && hotels.some((hotel) => hotel.id === one.hotel_id),
    )
    const hotel = hotels.find((one) => one.id === room?.hotel_id)
    if (!room || !hotel) return []
    places.add(room.id)
    return [{ name, airbnbId: id, hotelId: hotel.id, roomId: room.id, currency: hotel.currency }]
  })
}

/** Returns so many homes of one unit that can be booked at both channels. */
export async function preparePairs(
  { airbnb, booking }: Controls,
  count: number,
  isWanted: (index: number) => boolean = () => true,
): Promise<Pair[]> {
  const { listings } = (await ask(`${airbnb}/state`, 'GET')) as AirbnbState
  const there = (await ask(`${booking}/state?include=hotels`, 'GET')) as BookingState
  const chosen = listings.filter((_listing, index) => isWanted(index))
  const pairs = pairsIn({ listings: chosen }, there).slice(0, count)
  if (pairs.length < count) throw new Error(`only ${pairs.length} homes are at both channels`)
  const open = { has_availability: true, synchronization_category: 'sync_all', total_inventory_count: 1 }
  const usual = { connection: 'active', pricing_type: 'Standard', booking_model: 'IB' }
  for (const { airbnbId, roomId, hotelId } of pairs) {
    await ask(`${airbnb}/listings/${airbnbId}`, 'PATCH', open)
    await ask(`${booking}/listings/${roomId}`, 'PATCH', { units: 1 })
    await ask(`${booking}/extranet/hotels/${hotelId}`, 'PATCH', usual)
  }
  return pairs
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
