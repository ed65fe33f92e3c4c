import { addDays, dayStartMs, stampOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { inventPerson } from '../kit/people.ts'
import { homeNames } from '../kit/phrases.ts'
import { near, placeOf, roundMoney, type SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { listingFields, type Listing, type ListingUnit } from './listing-record.ts'
import { amenities, bedTypes, propertyTypes } from './lookups.ts'
import type { Store } from './store.ts'

const everyMultiUnit = 7

export function seedListings(
  store: Store,
  { count, multiUnit }: { count: number; multiUnit: boolean },
  today: string,
  random: SeededRandom,
): void {
  for (let index = 0; index < count; index++) {
    const listing = inventListing(
      store.nextId('listing', 40_160),
      index,
      today,
      random.fork(`listing ${index}`),
    )
    store.addListing(
      listing,
      multiUnit && index % everyMultiUnit === 3 ? inventUnits(store, listing, 2 + (index % 5)) : [],
    )
  }
}

function inventListing(id: number, index: number, today: string, random: SeededRandom): Listing {
  const place = placeOf(index)
  const name = `${random.pick(homeNames)} in ${place.city} ${index + 1}`
  const bedrooms = random.int(0, 5)
  const checkIn = random.pick([14, 15, 16])
  const money = (euros: number) => roundMoney(euros * place.perEuro, place.currency)
  return {
    ...blankRow(listingFields, id),
    ...whereItStands(place, random),
    ...whoRunsIt(place, random),
    ...inventParts(id, bedrooms, random),
    propertyTypeId: random.pick(propertyTypes).id,
    name,
    // Users write long names with quotes; every fifth listing has one.
    externalListingName: index % 5 === 0 ? `${name} – "with view" & garden` : name,
    internalListingName: `${place.countryCode}-${String(index + 1).padStart(3, '0')}`,
    description: `${name}.\n\nQuiet, bright and close to everything. Sleeps ${bedrooms * 2 + 2}.`,
    houseRules: random.chance(0.8) ? 'No parties.\nQuiet after 22:00.' : null,
    keyPickup: 'Key box next to the door',
    doorSecurityCode: random.digits(4),
    price: money(random.int(60, 340)),
    starRating: 0,
    weeklyDiscount: random.pick([1, 0.95, 0.9]),
    monthlyDiscount: random.pick([1, 0.85, 0.8]),
    refundableDamageDeposit: random.chance(0.4) ? money(250) : null,
    personCapacity: bedrooms * 2 + 2,
    maxPetsAllowed: random.chance(0.3) ? 1 : null,
    checkInTimeStart: checkIn,
    checkInTimeEnd: random.chance(0.5) ? 22 : null,
    checkOutTime: random.pick([10, 11, 12]),
    cancellationPolicy: random.pick(['flexible', 'moderate', 'firm', 'strict']),
    cancellationPolicyId: random.int(1, 4),
    squareMeters: random.chance(0.7) ? 25 + bedrooms * 22 : null,
    specialStatus: index > 0 && index % 19 === 0 ? 'archived' : null,
    roomType: random.pick(['entire_home', 'entire_home', 'entire_home', 'private_room', 'shared_room']),
    bathroomType: 'private',
    bedroomsNumber: bedrooms,
    bathroomsNumber: random.int(1, Math.max(1, bedrooms)),
    guestBathroomsNumber: random.int(0, 1),
    minNights: random.pick([1, 1, 2, 3]),
    maxNights: random.pick([30, 90, 365, 1125]),
    guestsIncluded: random.int(1, 4),
    cleaningFee: random.chance(0.85) ? money(random.int(25, 120)) : null,
    priceForExtraPerson: money(random.int(0, 25)),
    instantBookable: random.int(0, 1),
    allowSameDayBooking: random.int(0, 1),
    airbnbName: name.slice(0, 50),
    airbnbSummary: `Quiet place in ${place.city}.`,
    homeawayPropertyName: name,
    homeawayPropertyHeadline: `Your home in ${place.city}`,
    bookingcomPropertyName: name,
    airbnbOfficialListingMarkup: random.chance(0.5) ? random.pick([1.1, 1.15, 1.2]) : null,
    bookingEngineMarkup: random.chance(0.3) ? 0.95 : null,
    homeawayApiMarkup: random.chance(0.3) ? 1.08 : null,
    airbnbListingUrl: random.chance(0.7) ? `https://www.example.com/rooms/${random.digits(9)}` : null,
    vrboListingUrl: random.chance(0.4) ? `https://www.example.com/vacation/${random.digits(7)}` : null,
    customFieldValues: random.chance(0.3) ? [{ customFieldId: 101, value: `Owner ${random.int(1, 9)}` }] : [],
    bookingEngineUrls: random.chance(0.5) ? [`https://stay.example.com/${id}`].map((url) => ({ url })) : [],
    insertedOn: stampOf(dayStartMs(addDays(today, -900)) + index * 3_600_000),
    latestActivityOn: stampOf(dayStartMs(addDays(today, -random.int(1, 300))) + random.int(0, 86_399) * 1000),
  }
}

function whereItStands(place: SeedPlace, random: SeededRandom): Partial<Listing> {
  const street = `${random.pick(place.streets)} ${random.int(1, 140)}`
  return {
    country: place.country,
    countryCode: place.countryCode,
    state: place.state,
    city: place.city,
    street,
    address: `${street}, ${place.zip} ${place.city}, ${place.country}`,
    publicAddress: `${place.city}, ${place.country}`,
    zipcode: place.zip,
    lat: near(place.lat, random),
    lng: near(place.lng, random),
    currencyCode: place.currency,
    timeZoneName: place.timeZone,
    language: place.language,
  }
}

function whoRunsIt(place: SeedPlace, random: SeededRandom): Partial<Listing> {
  const manager = inventPerson(random, random.int(0, 3))
  return {
    contactName: manager.firstName,
    contactSurName: manager.lastName,
    contactPhone1: manager.phone,
    contactEmail: manager.email,
    contactLanguage: place.language,
    contactAddress: `${place.city}, ${place.country}`,
    wifiUsername: `home-${random.digits(3)}`,
    wifiPassword: random.digits(10),
  }
}

function inventParts(id: number, bedrooms: number, random: SeededRandom): Partial<Listing> {
  const beds = Array.from({ length: Math.max(1, bedrooms) }, (_, index) => ({
    id: id * 100 + index,
    bedTypeId: random.pick(bedTypes).id,
    quantity: random.int(1, 2),
    bedroomNumber: index + (bedrooms === 0 ? 0 : 1),
  }))
  const images = Array.from({ length: random.int(0, 8) }, (_, index) => ({
    id: id * 100 + index,
    caption: index === 0 ? 'Living room' : null,
    vrboCaption: null,
    airbnbCaption: index === 0 ? 'Living room' : null,
    bookingEngineCaption: null,
    url: `https://images.example.com/${id}/${index + 1}.jpg`,
    sortOrder: index + 1,
  }))
  return {
    bedsNumber: beds.reduce((sum, bed) => sum + bed.quantity, 0),
    listingBedTypes: beds,
    listingImages: images,
    listingAmenities: random
      .shuffled(amenities)
      .slice(0, random.int(4, 14))
      .map((amenity, index) => ({ id: id * 100 + index, amenityId: amenity.id, amenityName: amenity.name })),
  }
}

function inventUnits(store: Store, listing: Listing, count: number): ListingUnit[] {
  return Array.from({ length: count }, (_, index) => ({
    id: store.nextId('unit', 9_200),
    name: `Unit ${index + 1}`,
    ground: index % 2 === 0 ? String(Math.floor(index / 2)) : null,
    unitNumber: String(101 + index),
    listingMapIdUnit: `${listing.id}-${index + 1}`,
  }))
}
