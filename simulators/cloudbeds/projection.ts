import type {
  HomeProjection,
  InventedHome,
  InventedStay,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import { guestFields, reservationFields, roomTypeFields } from './records.ts'
import type { Hotel, Reservation, Room, RoomType } from './records.ts'
import { amenities, blockingStatuses, features, roomTypeNames, sources, type Source } from './vocabulary.ts'

export interface CloudbedsKinds {
  /** A room type is what guests book. */
  home: RoomType
  stay: Reservation
  message: never
  review: never
  channel: Source
  status: string
}
export type CloudbedsWorld = World<CloudbedsKinds>

const firstRoomTypeID = 220_500
const firstReservationID = 4_610_007

/** Every property has a room type of each name. */
const hotelNumberOf = (number: number): number => Math.floor(number / roomTypeNames.length)
const typeOf = (number: number): number => number % roomTypeNames.length

export function roomsOf({ roomTypeID }: RoomType): Room[] {
  const number = (Number(roomTypeID) - firstRoomTypeID) / 3
  const type = typeOf(number)
  // One room type has more rooms than a page of the vendor's list.
  return Array.from({ length: number === 1 ? 23 : 2 + type }, (_, room) => ({
    roomID: `${roomTypeID}-${room}`,
    roomName: `${type + 1}${String(room).padStart(2, '0')}`,
    roomTypeID,
  }))
}

/** Properties are made with their first room type. */
function homesIn(hotels: Map<string, Hotel>): HomeProjection<CloudbedsKinds> {
  return {
    fields: roomTypeFields,
    fixed: ['roomTypeID', 'propertyID'],
    idOf: ({ roomTypeID }) => roomTypeID,
    placeNumberOf: hotelNumberOf,
    unitsOf: (roomType) => roomsOf(roomType).length,
    toRow: (home) => {
      const propertyID = String(17_100 + hotelNumberOf(home.number) * 13)
      if (!hotels.has(propertyID)) hotels.set(propertyID, hotelOf(propertyID, home))
      return roomTypeOf(propertyID, home)
    },
  }
}

function hotelOf(propertyID: string, { place, random, ...home }: InventedHome): Hotel {
  const photo = (name: string) => ({
    thumb: `https://images.example.com/${propertyID}/${name}-small.jpg`,
    image: `https://images.example.com/${propertyID}/${name}.jpg`,
  })
  return {
    propertyID,
    propertyName: home.name,
    timeZone: place.timeZone,
    currency: place.currency,
    details: {
      propertyType: 'hotel',
      propertyImage: [photo('front')],
      propertyDescription: `<p>${home.name}.<br>Quiet &amp; bright.</p>`,
      propertyPrimaryLanguage: place.language,
      propertyAdditionalPhotos: [photo('lobby'), photo('garden')],
      propertyPhone: '+1 202 555 0143',
      propertyEmail: `front.desk.${propertyID}@example.com`,
      propertyAddress: {
        ...{ propertyAddress1: home.street, propertyAddress2: '', propertyCity: place.city },
        ...{ propertyState: place.state, propertyZip: place.zip, propertyCountry: place.countryCode },
        // The vendor sends coordinates as text, empty if nobody set them.
        propertyLatitude: random.chance(0.8) ? String(home.lat) : '',
        propertyLongitude: String(home.lng),
      },
      propertyPolicy: {
        propertyCheckInTime: random.pick([`${home.checkIn}:00`, home.checkIn]),
        propertyCheckOutTime: `${home.checkOut}:00`,
        propertyLateCheckOutAllowed: false,
        propertyTermsAndConditions: 'No smoking.\nQuiet after 22:00.',
      },
      propertyAmenities: random.shuffled(amenities).slice(0, 3),
    },
  }
}

function roomTypeOf(propertyID: string, { number, place, random }: InventedHome): RoomType {
  const type = typeOf(number)
  const name = roomTypeNames[type] ?? 'Room'
  const isPrivate = type !== 3
  const roomTypeID = String(firstRoomTypeID + number * 3)
  return {
    roomTypeID,
    propertyID,
    roomTypeName: name,
    roomTypeNameShort: name.replace(/[^A-Z]/g, ''),
    roomTypeDescription: `<p>${name} in ${place.city}.</p>`,
    isPrivate,
    ...{ maxGuests: isPrivate ? 2 + type : 1, adultsIncluded: 1, childrenIncluded: 0 },
    roomTypePhotos: [1, 2].map((photo) => `https://images.example.com/${roomTypeID}/${photo}.jpg`),
    roomTypeFeatures: random.shuffled(features).slice(0, 3),
  }
}

function reservationOf({ home, person, random, ...stay }: InventedStay<CloudbedsKinds>): Reservation {
  const number = firstReservationID + 7 * stay.number
  return {
    reservationID: String(number),
    propertyID: home.propertyID,
    roomTypeID: home.roomTypeID,
    roomID: roomsOf(home)[stay.unit - 1]?.roomID ?? null,
    status: stay.status,
    startDate: stay.arrival,
    endDate: stay.departure,
    adults: Math.min(stay.party.adults, home.maxGuests ?? 1),
    children: stay.party.children,
    guestID: String(9_000_000 + number),
    guestFirstName: person.firstName,
    guestLastName: person.lastName,
    guestEmail: random.chance(0.8) ? person.email : '',
    guestPhone: random.chance(0.7) ? person.phone : '',
    guestCountry: person.country,
    sourceName: stay.channel.name,
    sourceCategory: stay.channel.category,
    thirdPartyIdentifier: stay.channel.isChannel ? random.digits(10) : '',
    estimatedArrivalTime: random.chance(0.3) ? '16:30' : null,
    total: withTaxes(stay.price.rent),
    ...{ extraRooms: [], isDeleted: false, isAnonymized: false },
    ...{ createdMs: stay.madeAtMs, modifiedMs: stay.changedAtMs },
    cancelledMs: stay.status === 'canceled' ? stay.changedAtMs : null,
  }
}

export const rounded = (amount: number): number => Math.round(amount * 100) / 100
/** Taxes are a tenth. */
export const withTaxes = (amount: number): number => Math.round(amount * 110) / 100

const stays: StayProjection<CloudbedsKinds> = {
  fields: reservationFields,
  fixed: ['reservationID', 'propertyID'],
  idOf: ({ reservationID }) => reservationID,
  homeIdOf: ({ roomTypeID }) => roomTypeID,
  furtherHomeIdsOf: ({ extraRooms }) => extraRooms.map(({ roomTypeID }) => roomTypeID),
  arrival: 'startDate',
  departure: 'endDate',
  leastNights: 1,
  channels: sources,
  past: [
    ['checked_out', 12],
    ['canceled', 3],
    ['no_show', 1],
  ],
  coming: [
    ['confirmed', 14],
    ['not_confirmed', 2],
    ['canceled', 3],
  ],
  booked: () => 'confirmed',
  toRow: reservationOf,
  takesNights: ({ status, isDeleted }) => !isDeleted && blockingStatuses.includes(status ?? ''),
  isOfGuests: ({ isDeleted }) => !isDeleted,
  isCancelled: ({ status }) => status === 'canceled',
  toCancelled: (_row, nowMs) => ({ status: 'canceled', cancelledMs: nowMs }),
  toChanged: (_row, nowMs) => ({ modifiedMs: nowMs }),
  toParty: (adults) => ({ adults }),
  withoutGuest: Object.fromEntries(guestFields.map((name) => [name, null])),
}

export const cloudbedsProjection = (hotels: Map<string, Hotel>): WorldProjection<CloudbedsKinds> => ({
  homes: homesIn(hotels),
  stays,
})
