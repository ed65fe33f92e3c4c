import { inventPerson } from '../kit/people.ts'
import { homeNames } from '../kit/phrases.ts'
import { near, placeOf } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Host, Listing } from './records.ts'
import { usualSettings } from './settings.ts'
import type { Store } from './store.ts'
import { amenities } from './vocabulary.ts'

/** The hosts own listings in this sequence, so the first one has most. */
const turns = [0, 0, 0, 1, 1, 2] as const
const inventory = [1, 1, 1, 3, 1, 1] as const
/** Older listings have short ids; newer ids exceed the exact numbers of JSON. */
const listingId = (index: number) =>
  index % 2 === 0 ? 41_220_100 + index * 13 : 9n * 10n ** 17n + BigInt(index * 7919)

export function seedHosts(store: Store, random: SeededRandom): Host[] {
  const hosts = Array.from({ length: 4 }, (_, index): Host => {
    const { firstName, lastName, email } = inventPerson(random, index)
    return {
      id: String(70_118_300 + index * 17),
      first_name: firstName,
      last_name: lastName,
      email,
      managedBy: index === 2 ? 'Harbour Channel Desk' : null,
      isCohost: index === 3,
    }
  })
  for (const host of hosts) store.hosts.set(host.id, host)
  return hosts
}

export function seedListings(
  store: Store,
  count: number,
  hosts: readonly Host[],
  random: SeededRandom,
): void {
  for (let index = 0; index < count; index++) {
    const host = hosts[(turns[index % turns.length] ?? 0) % hosts.length]
    if (host === undefined) throw new Error('there are no hosts')
    const own = random.fork(`listing ${index}`)
    const listing = inventListing(index, host.id, own)
    const { currency, perEuro, timeZone, language } = placeOf(index)
    const settings = usualSettings(currency, Math.round(own.int(60, 260) * perEuro))
    if (index % 5 === 1) settings.booking.instant_booking_allowed_category = null
    if (index % 4 === 2)
      settings.pricing.weekend_price = Math.round(settings.pricing.default_daily_price * 1.25)
    if (index % 3 === 0) settings.pricing.cleaning_fee = Math.round(45 * perEuro)
    store.listings.set(listing.id, listing)
    store.settings.set(listing.id, settings)
    store.zones.set(listing.id, timeZone)
    store.content.seed(listing, language, own.fork('content'))
  }
}

function inventListing(index: number, host_id: string, random: SeededRandom): Listing {
  const place = placeOf(index)
  const bedrooms = random.int(1, 4)
  const name = `${random.pick(homeNames)} ${place.city} ${index + 1}`
  return {
    id: String(listingId(index)),
    host_id,
    name: index % 7 === 3 ? `${name} – "terrace" & garden` : name,
    listing_nickname: index % 3 === 0 ? `H${index + 1}` : null,
    property_type_group: random.pick(['apartments', 'houses']),
    property_type_category: random.pick(['apartment', 'house', 'townhouse']),
    room_type_category: index % 8 === 5 ? 'private_room' : 'entire_home',
    bedrooms,
    bathrooms: random.pick([1, 1.5, 2]),
    beds: bedrooms + random.int(0, 2),
    amenity_categories: random.shuffled(amenities).slice(0, random.int(5, 8)),
    accessibility_features: [],
    street: `${random.int(1, 140)} ${random.pick(place.streets)}`,
    apt: index % 2 === 0 ? null : String(random.int(1, 30)),
    city: place.city,
    state: place.state,
    zipcode: place.zip,
    country_code: place.countryCode,
    lat: near(place.lat, random),
    lng: near(place.lng, random),
    person_capacity: bedrooms * 2 + 1,
    check_in_option: {
      category: random.pick(['keypad', 'lockbox', 'host_checkin']),
      instruction: 'Ring twice.',
    },
    house_manual: 'The stove needs a match.',
    directions: null,
    wifi_network: 'guests',
    wifi_password: 'stay & enjoy',
    quiet_hours: index % 2 === 0 ? ['22:00', '08:00'] : [],
    total_inventory_count: inventory[index % inventory.length] ?? 1,
    property_external_id: null,
    has_availability: index % 9 !== 8,
    deactivation_reason: null,
    synchronization_category: index % 5 === 4 ? null : 'sync_all',
  }
}
