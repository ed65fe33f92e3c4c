import type { InventedHome } from '../kit/world/projection.ts'
import { minor, money } from './money.ts'
import type { PropertyRow } from './records.ts'
import { uuid } from './uuid.ts'

const amenities = [
  ...['wifi', 'kitchen', 'ac', 'heating', 'washer'],
  ...['dryer', 'free_parking', 'pool', 'hot_tub', 'shower'],
]

export function homeRow({ number, place, random, ...home }: InventedHome): PropertyRow {
  const id = uuid('property', number, random.digits(6))
  const [house = '', ...street] = home.street.split(' ').toReversed()
  const { lat: latitude, lng: longitude, name, sleeps, bedrooms } = home
  // Some properties have coordinates as text.
  const isText = number % 4 === 1
  return {
    id,
    name: number % 5 === 0 ? `${name} – "terrace" & garden` : name,
    public_name: number % 6 === 2 ? '' : `Bright ${name.toLowerCase()}`,
    picture: `https://assets.example.com/property_images/${id}/0.jpg`,
    address: {
      number: house,
      street: street.toReversed().join(' '),
      city: place.city,
      state: place.state,
      country: place.countryCode,
      postcode: place.zip,
      coordinates: isText
        ? { latitude: String(latitude), longitude: String(longitude) }
        : { latitude, longitude },
      display: `${home.street}, ${place.zip} ${place.city}, ${place.countryCode}`,
    },
    // The vendor gives an offset and no zone, which is wrong for half of the year.
    timezone: Temporal.Instant.fromEpochMilliseconds(Date.UTC(2026, 6, 1))
      .toZonedDateTimeISO(place.timeZone)
      .offset.replace(':', ''),
    listed: number % 13 !== 7,
    amenities: random.shuffled(amenities).slice(0, random.int(2, 8)),
    description: `${name}.\nQuiet & close to everything.`,
    summary: random.chance(0.8) ? `Sleeps ${sleeps}` : '',
    'check-in': home.checkIn,
    'check-out': home.checkOut,
    currency: place.currency,
    capacity: { max: sleeps, bedrooms, beds: bedrooms + 1, bathrooms: home.bathrooms },
    room_details: [{ type: 'king_size', quantity: 1 }],
    house_rules: { pets_allowed: random.chance(0.4), smoking_allowed: false, events_allowed: null },
    tags: number % 3 === 0 ? ['managed'] : [],
    property_type: random.pick(['apartment', 'house', 'cabin']),
    room_type: 'entire_home',
    calendar_restricted: number % 11 === 6,
    parent_child: null,
    ...channelsOf({ number, place, random, ...home }),
    details: {
      space_overview: 'Two floors and a terrace.',
      guest_access: 'The whole place.',
      house_manual: 'The fuse box is behind the door.',
      other_details: '',
      additional_rules: 'No shoes upstairs.',
      neighborhood_description: 'Cafés and a park.',
      getting_around: 'Tram 12 stops outside.',
      wifi_name: `home-${number}`,
      wifi_password: `welcome${random.digits(4)}`,
    },
  }
}

function channelsOf({
  number,
  place: { currency },
  cleaning,
  random,
}: InventedHome): Pick<PropertyRow, 'listings' | 'bookings'> {
  const all = ['airbnb', 'booking', 'homeaway'].slice(0, 1 + (number % 3))
  const fixed = (amount: number) => ({ type: 'fixed', value: money(minor(amount, currency), currency) })
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
      occupancy_based_rules: {
        guests_included: 2,
        extra_guest_fee: fixed(random.int(10, 30)),
        pet_fee: null,
      },
      booking_policies: {
        cancellation: ['Full refund until 14 days before arrival'],
        payment_terms: { status: 'aligned', description: ['Half when booking'], grace_period: '48 hours' },
      },
      fees: [{ name: 'cleaning_fee', ...fixed(cleaning) }],
      discounts: [{ name: 'weekly', type: 'percent', value: 10 }],
    },
  }
}
