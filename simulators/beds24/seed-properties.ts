import { nightsToClose } from '../kit/lay-stays.ts'
import { homeNames } from '../kit/phrases.ts'
import { near, placeOf, roundMoney, type SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Property, Room } from './records.ts'
import { ownerId, type Store } from './store.ts'
import { features, propertyTypes } from './vocabulary.ts'

const everyHotel = 5

/** Seeds `rooms` room types. Most properties have one; every fifth is a hotel with up to three. */
export function seedProperties(store: Store, rooms: number, random: SeededRandom): void {
  for (let index = 0; store.rooms.size < rooms; index++) {
    const draw = random.fork(`property ${index}`)
    const place = placeOf(index)
    const isHotel = index % everyHotel === 2
    const property = inventProperty(store.nextId('property', 101_200), place, isHotel, draw)
    store.properties.set(property.id, property)
    const roomCount = isHotel ? Math.min(3, rooms - store.rooms.size) : 1
    for (let type = 0; type < roomCount; type++) {
      const qty = isHotel ? 2 + type : 1
      const room = inventRoom(store.nextId('room', 220_500), property, { place, qty, type }, draw)
      store.rooms.set(room.id, room)
    }
  }
  // At least one room type has a price, so that something can be sold.
  const [first] = store.rooms.values()
  if (first !== undefined) first.rackRate ||= 120
}

/** Most room types are on Airbnb with two hosts; one listing there is connected to none. */
export function seedAirbnb(store: Store): void {
  const [hosts, first] = [['88120034', '88120077'], 1_120_400_500]
  for (const [index, { id, name }] of [...store.rooms.values()].entries()) {
    if (index % 4 === 3) continue
    store.airbnbListings.push({
      id: String(first + index),
      host: hosts[index % 5 === 4 ? 1 : 0] ?? '',
      roomId: index % 11 === 9 ? null : id,
      name: name ?? '',
    })
  }
}

/** Closes free nights by hand in the coming half year. */
export function seedBlackouts(store: Store, today: string, random: SeededRandom): void {
  for (const room of store.rooms.values()) {
    const nights = nightsToClose(store.occupied(room.id), today, random, { longest: 5 })
    store.blackouts.set(room.id, [nights])
  }
}

function inventProperty(id: number, place: SeedPlace, isHotel: boolean, random: SeededRandom): Property {
  const name = `${random.pick(homeNames)} ${place.city}`
  return {
    id,
    account: { ownerId },
    name,
    propertyType: isHotel ? 'hotel' : random.pick(propertyTypes),
    currency: place.currency,
    address: `${random.pick(place.streets)} ${random.int(1, 140)}`,
    city: place.city,
    state: place.state,
    country: place.countryCode,
    postcode: place.zip,
    latitude: near(place.lat, random),
    longitude: near(place.lng, random),
    email: `stay.${id}@host.example.com`,
    checkInStart: random.pick(['14:00', '15:00', '16:30']),
    checkInEnd: random.pick(['22:00', '24:00', '']),
    checkOutEnd: random.pick(['10:00', '11:15']),
    offerType: 'perRoom',
    featureCodes: random.shuffled(features).slice(0, 4),
    texts: [
      {
        language: random.chance(0.7) ? 'en' : 'de',
        headline: `Stay in ${place.city}`,
        propertyDescription: `<p>${name}.<br>Quiet &amp; bright.</p>`,
        houseRules: random.chance(0.8) ? 'No parties.\nQuiet after 22:00.' : '',
        directions: 'From the station follow the river.',
        locationDescription: `In the middle of ${place.city}.`,
        generalPolicy: '',
        cancellationPolicy: 'Free until 14 days before arrival.',
      },
    ],
  }
}

function inventRoom(
  id: number,
  property: Property,
  { place, qty, type }: { place: SeedPlace; qty: number; type: number },
  random: SeededRandom,
): Room {
  const money = (euros: number) => roundMoney(euros * place.perEuro, place.currency)
  const name = qty === 1 ? 'Whole place' : (['Double room', 'Family room', 'Suite'][type] ?? 'Room')
  const people = random.int(2, 8)
  return {
    id,
    propertyId: property.id,
    name,
    roomType: qty === 1 ? 'holidayHome' : 'double',
    qty,
    maxPeople: people,
    maxAdult: null,
    maxChildren: null,
    minStay: random.pick([null, 1, 2, 3]),
    maxStay: random.pick([null, 28, 365]),
    rackRate: random.chance(0.8) ? money(random.int(60, 340)) : 0,
    cleaningFee: money(random.int(0, 90)),
    securityDeposit: 0,
    roomSize: null,
    blockAfterCheckOutDays: random.pick([0, 0, 1]),
    featureCodes: random.shuffled(features).slice(0, 5),
    texts: [
      { language: 'en', displayName: qty === 1 ? '' : name, roomDescription: `${name} for ${people}.` },
    ],
    // Units are numbered from 1 in every room type.
    units: Array.from({ length: qty }, (_, index) => ({
      id: index + 1,
      name: qty === 1 ? '' : `${101 + index + 10 * type}`,
      statusColor: '',
      statusText: index % 2 === 0 ? 'clean' : '',
      note: '',
    })),
  }
}
