import { addDays, dayStartMs } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { HomeProjection, InventedHome } from '../kit/world/projection.ts'
import { moment } from './moment.ts'
import { propertyFields, roomTypeFields, type LodgifyKinds, type Property, type Room } from './records.ts'
import { amenities } from './vocabulary.ts'

const firstPropertyId = 41_203
const firstRoomId = 90_117
/** Of seven properties the fourth is a guest house with three room types; the others are let as a whole. */
const cycle = [0, 1, 2, 3, 3, 3, 4, 5, 6]
const propertiesPerCycle = 7

const propertyNumberOf = (number: number): number =>
  Math.floor(number / cycle.length) * propertiesPerCycle + (cycle.at(number % cycle.length) ?? 0)

/** The account shows room types under both numbers. */
export const listingIdOf = ({ property_id, id }: Pick<Room, 'property_id' | 'id'>): string =>
  `${property_id}-${id}`

export const listingIdOfRoom = (id: number): string =>
  listingIdOf({ property_id: firstPropertyId + propertyNumberOf(id - firstRoomId), id })

/** Returns the id of a property's first room type. */
export function listingIdOfProperty(property_id: number): string {
  const number = property_id - firstPropertyId
  const first = cycle.indexOf(number % propertiesPerCycle)
  const id = firstRoomId + Math.floor(number / propertiesPerCycle) * cycle.length + first
  return listingIdOf({ property_id, id })
}

/** Properties are made with their first room type. */
export const homesIn = (properties: Map<number, Property>, today: string): HomeProjection<LodgifyKinds> => ({
  fields: roomTypeFields,
  fixed: ['id'],
  idOf: listingIdOf,
  placeNumberOf: propertyNumberOf,
  unitsOf: ({ units }) => units ?? 1,
  toRow: (home) => {
    const number = propertyNumberOf(home.number)
    const property = properties.get(firstPropertyId + number) ?? propertyOf(number, home, today)
    properties.set(property.id, property)
    const isGuestHouse = cycle.at(home.number % cycle.length) === 3
    return roomOf(property, isGuestHouse ? (home.number % cycle.length) - 3 : null, home)
  },
})

function propertyOf(
  number: number,
  { name, place, nightly, random, ...home }: InventedHome,
  today: string,
): Property {
  const id = firstPropertyId + number
  const daysAgo = (days: number) => moment(dayStartMs(addDays(today, -days)) + number * 60_000)
  return {
    ...blankRow(propertyFields, id),
    // Users write names with quotes and signs.
    name: number % 5 === 0 ? `${name} – "with view" & garden` : name,
    internal_name: number % 3 === 0 ? null : `${place.countryCode}-${String(number + 1).padStart(3, '0')}`,
    description: `<p>${name}.</p><p>Quiet, bright &amp; close to everything.</p>`,
    ...{ latitude: home.lat, longitude: home.lng, address: home.street, zip: place.zip, city: place.city },
    ...{ country_code: place.countryCode, country: place.country, state: place.state },
    hide_address: random.chance(0.2),
    // The vendor gives addresses of pictures without a scheme.
    image_url: `//images.example.com/oh/${id}-0.jpg?f=32`,
    ...{ has_addons: random.chance(0.2), has_agreement: false, rating: 0, price_unit_in_days: 1 },
    contact: { spoken_languages: [place.language] },
    // The first pair is in euros, the second in the property's currency.
    ...{ min_price: Math.round(nightly / place.perEuro), original_min_price: nightly },
    max_price: Math.round(nightly / place.perEuro) * 2,
    original_max_price: roundMoney(nightly * 2, place.currency),
    ...{ currency_code: place.currency, in_out_max_date: `${addDays(today, 730)}T00:00:00` },
    ...{ created_at: daysAgo(900), updated_at: daysAgo(random.int(2, 300)) },
    // Says whether a website of the account shows it, which is unrelated to being let.
    is_active: random.chance(0.7),
    subscription_plans: [],
  }
}

/** `type` is the room type's number in its guest house; null for a home let as a whole. */
function roomOf(property: Property, type: number | null, home: InventedHome): Room {
  const { bedrooms, random, sleeps } = home
  const { image_url, min_price, original_min_price, max_price, original_max_price } = property
  const id = firstRoomId + home.number
  return {
    ...blankRow(roomTypeFields, id),
    property_id: property.id,
    name: type === null ? property.name : (['Double room', 'Suite', 'Attic room'][type] ?? 'Room'),
    description: random.chance(0.8) ? `<p>Sleeps ${sleeps}.</p>` : null,
    images: Array.from({ length: random.int(0, 6) }, (_, picture) => ({
      text: picture === 0 ? 'Living room' : null,
      url: `//images.example.com/oh/${id}-${picture + 1}.jpg?f=32`,
    })),
    amenities: amenitiesOf(random),
    ...{ breakfast_included: type !== null, has_wifi: true, has_meal_plan: false },
    ...{ has_parking: random.chance(0.5), adults_only: random.chance(0.1) },
    ...{ pets_allowed: random.pick([true, false, null]), show_additional_key_facts: true },
    // Equal rooms of a guest house are one room type.
    units: type === null ? 1 : 2 + type,
    ...{ max_people: sleeps, bedrooms, bathrooms: Math.ceil(home.bathrooms) },
    ...{ area_unit: random.pick(['m2', 'sqft']), area: 25 + bedrooms * 22, price_unit_in_days: 1 },
    ...{ image_url, min_price, original_min_price, max_price, original_max_price },
  }
}

function amenitiesOf(random: SeededRandom): object {
  const chosen = random.shuffled(Object.entries(amenities)).slice(0, 5)
  const entry = (name: string) => ({ name, prefix: null, bracket: null, text: name })
  return Object.fromEntries(chosen.map(([category, names]) => [category, names.map(entry)]))
}
