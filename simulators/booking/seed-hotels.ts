import { near, placeOf, roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { states } from './building.ts'
import type { Hotel, PricingType, RatePlan } from './records.ts'
import type { Store } from './store.ts'

const firstHotelId = 4_012_300
const plans: readonly Omit<RatePlan, 'id' | 'hotel_id'>[] = [
  {
    ...{ rate_name: 'Standard Rate', policy: 'Flexible - 1 day', policy_id: 152, share: 1 },
    ...{ is_child_rate: false, readonly: false },
  },
  {
    ...{ rate_name: 'Non-refundable Rate', policy: 'Non-refundable', policy_id: 1, share: 0.9 },
    ...{ is_child_rate: false, readonly: false },
  },
  {
    ...{ rate_name: 'Weekly Rate', policy: 'Flexible - 7 days', policy_id: 153, share: 0.85 },
    ...{ is_child_rate: true, readonly: true },
  },
]
const roomNames: readonly string[] = [
  'Deluxe Double Room',
  'Standard Twin Room',
  'One-Bedroom Apartment',
  'Family Suite – with "terrace" & garden',
  'Studio with Sea View',
  'Budget Single Room',
]
const pricing: readonly PricingType[] = ['Standard', 'OBP', 'Standard', 'Standard', 'OBP', 'LOS']

interface HotelSeed {
  rooms: number
  /** How many rooms hotels have in turn; if absent, one hotel has all. */
  roomsPerHotel?: readonly number[] | undefined
  today: string
}

/** `rooms` counts rooms in all hotels, since a room is a listing. Returns the first hotel's id. */
export function seedHotels(
  store: Store,
  { rooms, roomsPerHotel = [rooms], today }: HotelSeed,
  random: SeededRandom,
): number {
  for (let index = 0; index === 0 || store.rooms.size < rooms; index++) {
    const own = random.fork(`hotel ${index}`)
    const hotel = inventHotel(index, today, own)
    store.hotels.set(hotel.id, hotel)
    for (const [number, plan] of plans.slice(0, 1 + ((index + 1) % 3)).entries()) {
      const id = hotel.id * 10 + 1 + number
      store.rates.set(id, { id, hotel_id: hotel.id, ...plan })
    }
    const usual = roomsPerHotel[index % roomsPerHotel.length] ?? 1
    const roomCount = Math.min(usual, rooms - store.rooms.size)
    for (let number = 1; number <= roomCount; number++) {
      const id = hotel.id * 100 + number
      store.rooms.set(id, {
        id,
        hotel_id: hotel.id,
        room_name: roomNames[(index + number) % roomNames.length] ?? '',
        units: own.int(2, 6),
        max_persons: own.int(2, 5),
        max_children: own.int(0, 2),
      })
    }
  }
  return firstHotelId
}

/** The last of every five hotels has not finished naming the provider in the extranet. */
function inventHotel(index: number, today: string, random: SeededRandom): Hotel {
  const place = placeOf(index)
  const isConnected = index % 5 !== 4
  return {
    id: firstHotelId + index * 17,
    name: `${random.pick(['Hotel', 'Residence', 'Guesthouse', 'Aparthotel'])} ${place.city} ${index + 1}`,
    type: random.pick(['hotel', 'apartment', 'guest_house']),
    address: `${random.int(1, 140)} ${random.pick(place.streets)}`,
    city: place.city,
    zip: place.zip,
    countrycode: place.countryCode.toLowerCase(),
    latitude: near(place.lat, random),
    longitude: near(place.lng, random),
    currency: place.currency,
    pricing_type: pricing[index % pricing.length] ?? 'Standard',
    booking_model: index % 6 === 3 ? 'RTB' : 'IB',
    tax_included: index % 4 !== 3,
    connection: isConnected ? 'active' : 'pending',
    connected_at: isConnected ? `${today}T06:00:00Z` : null,
    status: states.open,
    created: '2024-03-01 10:00:00',
    content_score: random.int(60, 100),
    nightly: roundMoney(random.int(60, 160) * place.perEuro, place.currency),
  }
}
