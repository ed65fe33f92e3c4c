import { addDays, dayStartMs } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { homeNames } from '../kit/phrases.ts'
import { near, placeOf, roundMoney, type SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { moment } from './moment.ts'
import { propertyFields, roomTypeFields } from './property-record.ts'
import type { PropertyRoom, Property, RateSettings, RoomType } from './property-record.ts'
import type { Store } from './store.ts'
import { amenities } from './vocabulary.ts'

/** Most properties have one room type; every seventh is a guest house with up to three. */
export function seedProperties(store: Store, count: number, today: string, random: SeededRandom): void {
  for (let index = 0; store.lodgings.size < count; index++) {
    const place = placeOf(index)
    const draw = random.fork(`property ${index}`)
    const property = inventProperty(store.nextId('property', 41_203), index, place, today, draw)
    const roomCount = index % 7 === 3 ? 2 + (index % 2) : 1
    const rooms = Math.min(roomCount, count - store.lodgings.size)
    const settings = inventSettings(draw, place)
    const lodgings = Array.from({ length: rooms }, (_, room): PropertyRoom => {
      const nightly = index % 19 === 17 ? null : roundMoney(draw.int(55, 320) * place.perEuro, place.currency)
      return { property, settings, nightly, room: inventRoom(store, property, room, rooms, draw) }
    })
    store.addProperty(property, lodgings)
  }
}

function inventProperty(
  id: number,
  index: number,
  place: SeedPlace,
  today: string,
  random: SeededRandom,
): Property {
  const name = `${random.pick(homeNames)} in ${place.city} ${index + 1}`
  const from = random.int(50, 90)
  const changed = dayStartMs(addDays(today, -random.int(2, 300))) + random.int(0, 80_000) * 1000
  return {
    ...blankRow(propertyFields, id),
    // Users write names with quotes and signs.
    name: index % 5 === 0 ? `${name} – "with view" & garden` : name,
    internal_name: index % 3 === 0 ? null : `${place.countryCode}-${String(index + 1).padStart(3, '0')}`,
    description: `<p>${name}.</p><p>Quiet, bright &amp; close to everything.</p>`,
    latitude: near(place.lat, random),
    longitude: near(place.lng, random),
    address: `${random.pick(place.streets)} ${random.int(1, 140)}`,
    hide_address: random.chance(0.2),
    zip: place.zip,
    city: place.city,
    state: random.chance(0.6) ? place.state : null,
    country_code: place.countryCode,
    country: place.country,
    // The vendor gives addresses of pictures without a scheme.
    image_url: `//images.example.com/oh/${id}-0.jpg?f=32`,
    has_addons: random.chance(0.2),
    has_agreement: false,
    contact: { spoken_languages: [place.language] },
    rating: 0,
    price_unit_in_days: 1,
    // The first pair is in euros, the second in the property's currency.
    min_price: from,
    original_min_price: roundMoney(from * place.perEuro, place.currency),
    max_price: from * 4,
    original_max_price: roundMoney(from * 4 * place.perEuro, place.currency),
    in_out_max_date: `${addDays(today, 730)}T00:00:00`,
    currency_code: place.currency,
    created_at: moment(dayStartMs(addDays(today, -900)) + index * 3_600_000),
    updated_at: moment(changed),
    // Says whether a website of the account shows it, which is unrelated to being let.
    is_active: random.chance(0.7),
    subscription_plans: [],
  }
}

function inventSettings(random: SeededRandom, place: SeedPlace): RateSettings {
  return {
    bookability: random.pick(['InstantBooking', 'InstantBooking', 'BookingRequest', 'EnquiryOnly'] as const),
    check_in_hour: random.chance(0.9) ? random.pick([14, 15, 16]) : null,
    check_out_hour: random.chance(0.9) ? random.pick([10, 11, 12]) : null,
    booking_window_days: random.pick([365, 540, 730]),
    advance_notice_days: random.pick([0, 1, 2]),
    advance_notice_hours: null,
    preparation_time_days: random.pick([0, 0, 1]),
    cleaningFee: roundMoney(random.int(25, 120) * place.perEuro, place.currency),
  }
}

function inventRoom(
  store: Store,
  property: Property,
  index: number,
  rooms: number,
  random: SeededRandom,
): RoomType {
  const bedrooms = random.int(0, 5)
  const id = store.nextId('room', 90_117)
  return {
    ...blankRow(roomTypeFields, id),
    name: rooms === 1 ? property.name : (['Double room', 'Suite', 'Attic room'][index] ?? 'Room'),
    description: random.chance(0.8) ? `<p>Sleeps ${bedrooms * 2 + 2}.</p>` : null,
    images: Array.from({ length: random.int(0, 6) }, (_, picture) => ({
      text: picture === 0 ? 'Living room' : null,
      url: `//images.example.com/oh/${id}-${picture + 1}.jpg?f=32`,
    })),
    amenities: inventAmenities(random),
    breakfast_included: rooms > 1,
    has_parking: random.chance(0.5),
    adults_only: random.chance(0.1),
    pets_allowed: random.pick([true, false, null]),
    show_additional_key_facts: true,
    image_url: property.image_url,
    max_people: bedrooms * 2 + 2,
    // Equal rooms of a guest house are one room type.
    units: rooms === 1 ? 1 : random.int(1, 4),
    has_wifi: true,
    has_meal_plan: false,
    bedrooms,
    bathrooms: random.int(1, Math.max(1, bedrooms)),
    area_unit: random.pick(['m2', 'sqft']),
    area: 25 + bedrooms * 22,
    min_price: property.min_price,
    original_min_price: property.original_min_price,
    max_price: property.max_price,
    original_max_price: property.original_max_price,
    price_unit_in_days: 1,
  }
}

function inventAmenities(random: SeededRandom): Record<string, object[]> {
  const chosen = Object.entries(amenities).map(([category, names]) => {
    const some = random.shuffled(names).slice(0, random.int(0, names.length))
    return [category, some.map((name) => ({ name, prefix: null, bracket: null, text: name }))] as const
  })
  return Object.fromEntries(chosen.filter(([, entries]) => entries.length > 0))
}
