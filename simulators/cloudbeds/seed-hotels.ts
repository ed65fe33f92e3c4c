import { nightsToClose } from '../kit/lay-stays.ts'
import { homeNames } from '../kit/phrases.ts'
import { placeOf, roundMoney, type SeedPlace } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Hotel, RoomType } from './records.ts'
import type { Store } from './store.ts'
import { amenities, features, roomTypeNames } from './vocabulary.ts'

/** Seeds at least so many room types, four to a property, and at least one property. */
export function seedHotels(store: Store, roomTypes: number, random: SeededRandom): void {
  const hotelCount = Math.max(1, Math.ceil(roomTypes / roomTypeNames.length))
  for (let index = 0; index < hotelCount; index++) {
    const draw = random.fork(`hotel ${index}`)
    const place = placeOf(index)
    const hotel = inventHotel(String(17_100 + index * 13), place, draw)
    store.hotels.set(hotel.propertyID, hotel)
    for (let type = 0; type < roomTypeNames.length && store.roomTypes.size < roomTypes; type++) {
      addRoomType(store, hotel, place, type, draw)
    }
  }
}

/** A person has closed a few nights of one room of every second room type. */
export function seedBlocks(store: Store, today: string, random: SeededRandom): void {
  const roomTypeIDs = [...store.roomTypes.keys()].filter((_, index) => index % 2 === 0)
  for (const roomTypeID of roomTypeIDs) {
    const range = { daysAhead: 120, longest: 4 }
    store.blocks.push({ roomTypeID, ...nightsToClose(store.occupied(roomTypeID), today, random, range) })
  }
}

function inventHotel(propertyID: string, place: SeedPlace, random: SeededRandom): Hotel {
  const propertyName = `${random.pick(homeNames)} ${place.city}`
  const photo = (name: string) => ({
    thumb: `https://images.example.com/${propertyID}/${name}-small.jpg`,
    image: `https://images.example.com/${propertyID}/${name}.jpg`,
  })
  return {
    propertyID,
    propertyName,
    timeZone: place.timeZone,
    currency: place.currency,
    details: {
      propertyType: 'hotel',
      propertyImage: [photo('front')],
      propertyDescription: `<p>${propertyName}.<br>Quiet &amp; bright.</p>`,
      propertyPrimaryLanguage: place.language,
      propertyAdditionalPhotos: [photo('lobby'), photo('garden')],
      propertyPhone: '+1 202 555 0143',
      propertyEmail: `front.desk.${propertyID}@example.com`,
      propertyAddress: {
        propertyAddress1: `${random.pick(place.streets)} ${random.int(1, 140)}`,
        propertyAddress2: '',
        propertyCity: place.city,
        propertyState: place.state,
        propertyZip: place.zip,
        propertyCountry: place.countryCode,
        // The vendor sends coordinates as text, empty if nobody set them.
        propertyLatitude: random.chance(0.8) ? String(place.lat) : '',
        propertyLongitude: String(place.lng),
      },
      propertyPolicy: {
        propertyCheckInTime: random.pick(['15:00:00', '14:00']),
        propertyCheckOutTime: '11:00:00',
        propertyLateCheckOutAllowed: false,
        propertyTermsAndConditions: 'No smoking.\nQuiet after 22:00.',
      },
      propertyAmenities: random.shuffled(amenities).slice(0, 3),
    },
  }
}

function addRoomType(store: Store, hotel: Hotel, place: SeedPlace, type: number, random: SeededRandom): void {
  const name = roomTypeNames[type] ?? 'Room'
  const isPrivate = type !== 3
  const roomTypeID = String(220_500 + store.roomTypes.size * 3)
  const roomType: RoomType = {
    roomTypeID,
    propertyID: hotel.propertyID,
    roomTypeName: name,
    roomTypeNameShort: name.replace(/[^A-Z]/g, ''),
    roomTypeDescription: `<p>${name} in ${place.city}.</p>`,
    isPrivate,
    maxGuests: isPrivate ? 2 + type : 1,
    adultsIncluded: 1,
    childrenIncluded: 0,
    roomTypePhotos: [1, 2].map((number) => `https://images.example.com/${roomTypeID}/${number}.jpg`),
    roomTypeFeatures: random.shuffled(features).slice(0, 3),
  }
  store.roomTypes.set(roomTypeID, roomType)
  store.prices.set(roomTypeID, roundMoney(random.int(60, 240) * place.perEuro, place.currency))
  // One room type has more rooms than a page of the vendor's list.
  const count = store.roomTypes.size === 2 ? 23 : 2 + type
  for (let number = 0; number < count; number++) {
    store.rooms.push({
      roomID: `${roomTypeID}-${number}`,
      roomName: `${type + 1}${String(number).padStart(2, '0')}`,
      roomTypeID,
    })
  }
}
