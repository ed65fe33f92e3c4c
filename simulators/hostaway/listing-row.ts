import { addDays, dayStartMs, stampOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { inventPerson } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type { InventedHome } from '../kit/world/projection.ts'
import { amenities, bedTypes, cancellationPolicies, propertyTypes } from './lookups.ts'
import { listingFields, type Listing, type ListingUnit } from './records.ts'

const firstListingId = 40_160
const firstUnitId = 9_200
const everyMultiUnit = 7

export function listingRow(home: InventedHome, today: string): Listing {
  const { number, place, name, bedrooms, random } = home
  const id = firstListingId + number
  const policy = random.pick(cancellationPolicies)
  const money = (euros: number) => roundMoney(euros * place.perEuro, place.currency)
  return {
    ...blankRow(listingFields, id),
    ...whereItStands(home),
    ...whoRunsIt(home),
    ...partsOf(id, home),
    ...ratesOf(home),
    propertyTypeId: random.pick(propertyTypes).id,
    name,
    // Users write long names with quotes; every fifth listing has one.
    externalListingName: number % 5 === 0 ? `${name} – "with view" & garden` : name,
    internalListingName: `${place.countryCode}-${String(number + 1).padStart(3, '0')}`,
    description: `${name}.\n\nQuiet, bright and close to everything. Sleeps ${home.sleeps}.`,
    houseRules: random.chance(0.8) ? 'No parties.\nQuiet after 22:00.' : null,
    keyPickup: 'Key box next to the door',
    ...{ doorSecurityCode: random.digits(4), starRating: 0 },
    refundableDamageDeposit: random.chance(0.4) ? money(250) : null,
    personCapacity: home.sleeps,
    maxPetsAllowed: random.chance(0.3) ? 1 : null,
    ...{ checkInTimeStart: hourOf(home.checkIn), checkOutTime: hourOf(home.checkOut) },
    checkInTimeEnd: random.chance(0.5) ? 22 : null,
    ...{ cancellationPolicy: policy.name, cancellationPolicyId: policy.id },
    squareMeters: random.chance(0.7) ? 25 + bedrooms * 22 : null,
    specialStatus: number > 0 && number % 19 === 0 ? 'archived' : null,
    roomType: random.pick(['entire_home', 'entire_home', 'entire_home', 'private_room', 'shared_room']),
    ...{ bathroomType: 'private', bedroomsNumber: bedrooms, bathroomsNumber: Math.ceil(home.bathrooms) },
    guestBathroomsNumber: random.int(0, 1),
    ...{ instantBookable: random.int(0, 1), allowSameDayBooking: random.int(0, 1) },
    ...{ airbnbName: name.slice(0, 50), airbnbSummary: `Quiet place in ${place.city}.` },
    ...{ homeawayPropertyName: name, homeawayPropertyHeadline: `Your home in ${place.city}` },
    bookingcomPropertyName: name,
    airbnbListingUrl: random.chance(0.7) ? `https://www.example.com/rooms/${random.digits(9)}` : null,
    vrboListingUrl: random.chance(0.4) ? `https://www.example.com/vacation/${random.digits(7)}` : null,
    customFieldValues: random.chance(0.3) ? [{ customFieldId: 101, value: `Owner ${random.int(1, 9)}` }] : [],
    bookingEngineUrls: random.chance(0.5) ? [{ url: `https://stay.example.com/${id}` }] : [],
    insertedOn: stampOf(dayStartMs(addDays(today, -900)) + number * 3_600_000),
    latestActivityOn: stampOf(dayStartMs(addDays(today, -random.int(2, 300))) + random.int(0, 86_399) * 1000),
  }
}

/** Times of day are whole hours. */
const hourOf = (time: string) => Number(time.slice(0, 2))

function whereItStands({ place, street, lat, lng }: InventedHome): Partial<Listing> {
  const { country, countryCode, state, city, zip, language } = place
  return {
    ...{ country, countryCode, state, city, street, lat, lng, language, zipcode: zip },
    ...{ address: `${street}, ${zip} ${city}, ${country}`, publicAddress: `${city}, ${country}` },
    ...{ currencyCode: place.currency, timeZoneName: place.timeZone },
  }
}

function whoRunsIt({ place, random }: InventedHome): Partial<Listing> {
  const manager = inventPerson(random, random.int(0, 3))
  return {
    ...{ contactName: manager.firstName, contactSurName: manager.lastName },
    ...{ contactPhone1: manager.phone, contactEmail: manager.email },
    ...{ contactLanguage: place.language, contactAddress: `${place.city}, ${place.country}` },
    ...{ wifiUsername: `home-${random.digits(3)}`, wifiPassword: random.digits(10) },
  }
}

function ratesOf({ number, place, nightly, cleaning, random }: InventedHome): Partial<Listing> {
  return {
    ...{ price: nightly, cleaningFee: cleaning },
    ...{ weeklyDiscount: random.pick([1, 0.95, 0.9]), monthlyDiscount: random.pick([1, 0.85, 0.8]) },
    // The first listing takes short stays, so that something can be booked.
    minNights: number === 0 ? 1 : random.pick([1, 1, 2, 3]),
    maxNights: random.pick([30, 90, 365, 1125]),
    guestsIncluded: random.int(1, 4),
    priceForExtraPerson: roundMoney(random.int(0, 25) * place.perEuro, place.currency),
    airbnbOfficialListingMarkup: random.chance(0.5) ? random.pick([1.1, 1.15, 1.2]) : null,
    bookingEngineMarkup: random.chance(0.3) ? 0.95 : null,
    homeawayApiMarkup: random.chance(0.3) ? 1.08 : null,
  }
}

function partsOf(id: number, { bedrooms, random }: InventedHome): Partial<Listing> {
  const beds = Array.from({ length: Math.max(1, bedrooms) }, (_, index) => ({
    ...{ id: id * 100 + index, bedTypeId: random.pick(bedTypes).id, quantity: random.int(1, 2) },
    bedroomNumber: index + (bedrooms === 0 ? 0 : 1),
  }))
  const images = Array.from({ length: random.int(0, 8) }, (_, index) => {
    const caption = index === 0 ? 'Living room' : null
    return {
      id: id * 100 + index,
      ...{ caption, vrboCaption: null, airbnbCaption: caption, bookingEngineCaption: null },
      ...{ url: `https://images.example.com/${id}/${index + 1}.jpg`, sortOrder: index + 1 },
    }
  })
  const chosen = random.shuffled(amenities).slice(0, random.int(4, 14))
  return {
    bedsNumber: beds.reduce((sum, bed) => sum + bed.quantity, 0),
    listingBedTypes: beds,
    listingImages: images,
    listingAmenities: chosen.map((amenity, index) => ({
      ...{ id: id * 100 + index, amenityId: amenity.id, amenityName: amenity.name },
    })),
  }
}

/** Every seventh listing stands for several equal units; the others have none. */
export function unitsIn({ id }: Listing): ListingUnit[] {
  const number = id - firstListingId
  const count = number % everyMultiUnit === 3 ? 2 + (number % 5) : 0
  return Array.from({ length: count }, (_, index) => ({
    ...{ id: firstUnitId + number * 10 + index, name: `Unit ${index + 1}` },
    ground: index % 2 === 0 ? String(Math.floor(index / 2)) : null,
    ...{ unitNumber: String(101 + index), listingMapIdUnit: `${id}-${index + 1}` },
  }))
}
