import { addDays, dayStartMs } from '../kit/clock.ts'
import { homeNames } from '../kit/phrases.ts'
import { near, placeOf, type SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { minor, money } from './money.ts'
import type { Home, PropertyRow } from './records.ts'
import { uuid, type Store } from './store.ts'

const amenities = [
  'wifi',
  'kitchen',
  'ac',
  'heating',
  'washer',
  'dryer',
  'free_parking',
  'pool',
  'hot_tub',
  'shower',
]

export function seedHomes(store: Store, count: number, today: string, random: SeededRandom): void {
  for (let index = 0; index < count; index++) {
    const home = inventHome(index, today, random.fork(`home ${index}`))
    store.homes.set(home.row.id, home)
  }
  linkParents([...store.homes.values()])
}

/** Every ninth home is a whole house whose two successors are its floors. */
function linkParents(homes: Home[]): void {
  homes.forEach(({ row: parent }, index) => {
    const parts = homes.slice(index + 1, index + 3).map(({ row }) => row)
    if (index % 9 !== 4 || parts.length < 2) return
    const children = parts.map(({ id }) => id)
    parent.parent_child = { type: 'parent', parent: null, children, siblings: [] }
    for (const part of parts) {
      const siblings = children.filter((id) => id !== part.id)
      part.parent_child = { type: 'child', parent: parent.id, children: [], siblings }
    }
  })
}

function inventHome(index: number, today: string, random: SeededRandom): Home {
  const place = placeOf(index)
  const id = uuid('property', index, random.digits(6))
  const nightly = minor(random.int(55, 320) * place.perEuro, place.currency)
  const changed = new Date(dayStartMs(addDays(today, -random.int(3, 200)))).toISOString().replace('Z', '000Z')
  return {
    row: inventRow(id, index, place, random),
    timeZone: place.timeZone,
    nightly,
    nights: new Map(),
    blocked: new Set(Array.from({ length: random.int(0, 6) }, () => addDays(today, random.int(1, 200)))),
    images: Array.from({ length: random.int(0, 5) }, (_, order) => {
      // The address is signed for an hour, so it differs each time.
      const url = `https://assets.example.com/property_images/${id}/${order}.jpg`
      const caption = order === 0 ? 'Living room' : null
      return { url, thumbnail_url: `${url}?w=300`, caption, order, last_updated_at: changed }
    }),
  }
}

function inventRow(id: string, index: number, place: SeedPlace, random: SeededRandom): PropertyRow {
  const name = `${random.pick(homeNames)} ${place.city} ${index + 1}`
  const bedrooms = random.int(0, 4)
  const [number, street] = [String(random.int(1, 140)), random.pick(place.streets)]
  const latitude = near(place.lat, random)
  const longitude = near(place.lng, random)
  const isText = index % 4 === 1
  return {
    id,
    name: index % 5 === 0 ? `${name} – "terrace" & garden` : name,
    public_name: index % 6 === 2 ? '' : `Bright ${name.toLowerCase()}`,
    picture: `https://assets.example.com/property_images/${id}/0.jpg`,
    address: {
      number,
      street,
      city: place.city,
      state: place.state,
      country: place.countryCode,
      postcode: place.zip,
      // Some properties have coordinates as text.
      coordinates: isText
        ? { latitude: String(latitude), longitude: String(longitude) }
        : { latitude, longitude },
      display: `${number} ${street}, ${place.zip} ${place.city}, ${place.countryCode}`,
    },
    // The vendor gives an offset and no zone, which is wrong for half of the year.
    timezone: Temporal.Instant.fromEpochMilliseconds(Date.UTC(2026, 6, 1))
      .toZonedDateTimeISO(place.timeZone)
      .offset.replace(':', ''),
    listed: index % 13 !== 7,
    amenities: random.shuffled(amenities).slice(0, random.int(2, 8)),
    description: `${name}.\nQuiet & close to everything.`,
    summary: random.chance(0.8) ? `Sleeps ${bedrooms * 2 + 2}` : '',
    'check-in': random.pick(['15:00', '16:00', '14:30']),
    'check-out': random.pick(['10:00', '11:00']),
    currency: place.currency,
    capacity: { max: bedrooms * 2 + 2, bedrooms, beds: bedrooms + 1, bathrooms: random.pick([1, 1.5, 2]) },
    room_details: [{ type: 'king_size', quantity: 1 }],
    house_rules: { pets_allowed: random.chance(0.4), smoking_allowed: false, events_allowed: null },
    tags: index % 3 === 0 ? ['managed'] : [],
    property_type: random.pick(['apartment', 'house', 'cabin']),
    room_type: 'entire_home',
    calendar_restricted: index % 11 === 6,
    parent_child: null,
    ...channelsOf(index, place.currency, random),
    details: {
      space_overview: 'Two floors and a terrace.',
      guest_access: 'The whole place.',
      house_manual: 'The fuse box is behind the door.',
      other_details: '',
      additional_rules: 'No shoes upstairs.',
      neighborhood_description: 'Cafés and a park.',
      getting_around: 'Tram 12 stops outside.',
      wifi_name: `home-${index}`,
      wifi_password: `welcome${random.digits(4)}`,
    },
  }
}

function channelsOf(
  index: number,
  currency: string,
  random: SeededRandom,
): Pick<PropertyRow, 'listings' | 'bookings'> {
  const all = ['airbnb', 'booking', 'homeaway'].slice(0, 1 + (index % 3))
  const amount = (from: number, to: number) => ({
    type: 'fixed',
    value: money(minor(random.int(from, to), currency), currency),
  })
  return {
    listings: all.map((platform) => ({
      platform,
      platform_id: random.digits(platform === 'airbnb' ? 18 : 8),
      platform_name: 'Olive',
      platform_email: 'owner@example.com',
    })),
    bookings: {
      listing_markups: all.includes('booking') ? [{ platform: 'booking', type: 'percent', value: 15 }] : [],
      security_deposits: [],
      occupancy_based_rules: { guests_included: 2, extra_guest_fee: amount(10, 30), pet_fee: null },
      booking_policies: {
        cancellation: ['Full refund until 14 days before arrival'],
        payment_terms: { status: 'aligned', description: ['Half when booking'], grace_period: '48 hours' },
      },
      fees: [{ name: 'cleaning_fee', ...amount(30, 90) }],
      discounts: [{ name: 'weekly', type: 'percent', value: 10 }],
    },
  }
}
