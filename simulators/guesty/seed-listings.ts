import { addDays, dayStartMs } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { homeNames } from '../kit/phrases.ts'
import { near, placeOf, roundMoney } from '../kit/places.ts'
import type { SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { listingFields } from './listing-record.ts'
import type { Listing } from './listing-record.ts'
import { instant } from './object-ids.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import { amenities, propertyTypes, roomTypes } from './vocabulary.ts'

const everyMultiUnit = 6

/** Every sixth is a multi-unit, whose sub-units are listings of their own beside those asked for. */
export function seedListings(store: Store, count: number, today: string, random: SeededRandom): void {
  for (let index = 0; index < count; index++) {
    const madeAtMs = dayStartMs(addDays(today, -900)) + index * 3_600_000
    const dice = random.fork(`listing ${index}`)
    const listing = inventListing(store.ids.make(madeAtMs), index, madeAtMs, today, dice)
    store.listings.set(listing._id, listing)
    if (index % everyMultiUnit === 2) addUnits(store, listing, 2 + (index % 4), madeAtMs)
  }
}

function inventListing(
  _id: string,
  index: number,
  madeAtMs: number,
  today: string,
  random: SeededRandom,
): Listing {
  const place = placeOf(index)
  const name = `${random.pick(homeNames)} in ${place.city} ${index + 1}`
  const bedrooms = random.int(0, 5)
  return {
    ...blankRow(listingFields, _id),
    accountId,
    // Long titles and titles with quotes come from users; every fifth has one.
    title: index % 5 === 0 ? `${name} – "with view" & garden` : name,
    nickname: index % 9 === 4 ? null : `${place.countryCode}-${String(index + 1).padStart(3, '0')}`,
    type: 'SINGLE',
    mtl: null,
    ...standingOf(index),
    propertyType: random.pick(propertyTypes),
    roomType: random.pick(roomTypes),
    accommodates: bedrooms * 2 + 2,
    bedrooms,
    bathrooms: random.pick([1, 1, 1.5, 2, 2.5]),
    beds: Math.max(1, bedrooms + random.int(0, 2)),
    areaSquareFeet: random.chance(0.7) ? 270 + bedrooms * 240 : null,
    ...whereItStands(place, random),
    defaultCheckInTime: random.pick(['14:00', '15:00', '16:00']),
    defaultCheckOutTime: random.pick(['10:00', '11:00', '12:00']),
    ...picturesOf(_id, random),
    amenities: random.shuffled(amenities).slice(0, random.int(4, 16)),
    amenitiesNotIncluded: random.chance(0.2) ? ['Pets allowed'] : [],
    terms: {
      minNights: random.pick([1, 1, 2, 3]),
      maxNights: random.pick([30, 90, 365, 1125]),
      cancellation: random.pick(['flexible', 'moderate', 'firm', 'strict']),
    },
    prices: pricesOf(place, random),
    ...textsOf(name, place, random),
    tags: index % 4 === 1 ? ['no-saturday-departure'] : [],
    customFields: [],
    calendarRules: {},
    integrations: integrationsOf(index, random),
    cleaningStatus: { value: random.pick(['clean', 'dirty', 'unknown']), updatedAt: instant(madeAtMs) },
    createdAt: instant(madeAtMs),
    lastUpdatedAt: instant(dayStartMs(addDays(today, -random.int(1, 300))) + random.int(0, 86_399) * 1000),
  }
}

/** Most are sold everywhere; a few are hidden from the channels, switched off, or not managed here. */
function standingOf(index: number): Pick<Listing, 'isListed' | 'active' | 'pms'> {
  return {
    isListed: index % 7 !== 3,
    active: index % 11 !== 5,
    pms: { active: index % 13 !== 8, cleaningStatus: {} },
  }
}

function whereItStands(place: SeedPlace, random: SeededRandom): Partial<Listing> {
  const street = `${random.pick(place.streets)} ${random.int(1, 140)}`
  const address = {
    full: `${street}, ${place.zip} ${place.city}, ${place.country}`,
    street,
    city: place.city,
    state: place.state,
    zipcode: place.zip,
    country: place.country,
    lat: near(place.lat, random),
    lng: near(place.lng, random),
  }
  const { street: _street, zipcode: _zipcode, ...published } = address
  return {
    address,
    publishedAddress: { ...published, full: `${place.city}, ${place.country}` },
    timezone: place.timeZone,
  }
}

function pricesOf(place: SeedPlace, random: SeededRandom): Listing['prices'] {
  const money = (euros: number) => roundMoney(euros * place.perEuro, place.currency)
  const base = random.int(60, 340)
  return {
    currency: place.currency,
    basePrice: money(base),
    weekendBasePrice: random.chance(0.6) ? money(base * 1.2) : null,
    weeklyPriceFactor: random.pick([1, 0.95, 0.9]),
    monthlyPriceFactor: random.pick([1, 0.85, 0.8]),
    cleaningFee: random.chance(0.85) ? money(random.int(25, 120)) : null,
    securityDepositFee: random.chance(0.4) ? money(250) : null,
    guestsIncludedInRegularFee: random.int(1, 4),
    extraPersonFee: money(random.int(0, 25)),
  } as Listing['prices']
}

function textsOf(name: string, place: SeedPlace, random: SeededRandom): Partial<Listing> {
  return {
    publicDescription: {
      summary: `${name}.\n\nQuiet, bright and close to everything.`,
      space: `Rooms with a view over ${place.city}.`,
      access: random.chance(0.5) ? 'Key box next to the door.' : null,
      neighborhood: `${place.city} old town.`,
      transit: null,
      notes: '',
      interactionWithGuests: random.chance(0.3) ? 'We live next door.' : null,
      houseRules: random.chance(0.8) ? 'No parties.\nQuiet after 22:00.' : null,
    },
    privateDescription: { access: `Alarm code ${random.digits(4)}` },
  }
}

function picturesOf(id: string, random: SeededRandom): Partial<Listing> {
  const pictures = Array.from({ length: random.int(0, 8) }, (_, index) => {
    const file = `https://images.example.com/${id}/${index + 1}`
    return {
      _id: `${id.slice(0, 20)}${String(index + 1).padStart(4, '0')}`,
      original: `${file}.jpg`,
      thumbnail: `${file}-200.jpg`,
      caption: index === 0 ? 'Living room' : undefined,
      height: 756,
      width: 1134,
    }
  })
  const [first] = pictures
  return { pictures, picture: first === undefined ? null : { ...first, regular: first.original } }
}

/** The accounts on channels that a listing is published with, and its ids there. */
function integrationsOf(index: number, random: SeededRandom): object[] {
  const of = (platform: string, parts: object) => ({
    _id: `5fba2d9cd8e638002d76${String(index).padStart(4, '0')}`,
    platform,
    active: true,
    ...parts,
  })
  return [
    ...(random.chance(0.8)
      ? [of('airbnb2', { externalUrl: `https://www.airbnb.com/rooms/${random.digits(9)}` })]
      : []),
    ...(random.chance(0.6) ? [of('bookingCom', { status: 'CONNECTED' })] : []),
  ]
}

function addUnits(store: Store, parent: Listing, count: number, madeAtMs: number): void {
  const units = Array.from({ length: count }, (_, index): Listing => ({
    ...parent,
    _id: store.ids.make(madeAtMs + (index + 1) * 1000),
    type: 'MTL_CHILD',
    mtl: { p: parent._id },
    title: `${parent.title} #${index + 1}`,
    nickname: `${parent.nickname ?? 'MU'}-${101 + index}`,
    // A sub-unit is hidden from the channels; the last one of every listing with four is out of service.
    isListed: false,
    active: parent.active === true && !(count === 4 && index === 3),
  }))
  units.forEach((unit) => store.listings.set(unit._id, unit))
  Object.assign(parent, { type: 'MTL', mtl: { c: units.map(({ _id }) => _id) } })
}
