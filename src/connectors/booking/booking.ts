/** A booking, whichever way it was told: as far as both messages of OTA and B.XML tell it, and in the same words. */
export interface ChannelBooking {
  id: string
  /** new, modified or cancelled; anything else is not known. */
  status: string
  bookedAt: string | undefined
  booker: BookingPerson
  remarks: string | undefined
  /** Of one that was called off there may be none. */
  rooms: readonly BookedRoom[]
}

export interface BookingPerson {
  firstName: string | undefined
  lastName: string | undefined
  email: string | undefined
  phone: string | undefined
  country: string | undefined
}

export interface BookedRoom {
  /** Stays as it is, whatever is changed of the booking. */
  id: string
  roomId: string
  arrival: string | undefined
  departure: string | undefined
  party: BookedParty
  total: string | undefined
  commission: string | undefined
  currency: string | undefined
  /** Who stays there, where that is told of the room. */
  guestName: string | undefined
  /** In the words of the channel. */
  mealPlan: string | undefined
  /** What the booker wrote about this room. */
  remarks: string | undefined
}

export interface BookedParty {
  adults: number | null
  children: number | null
  infants: number | null
  /** Everybody, where the ages are not told. */
  total: number | null
}

/** The stay of one room. */
export const stayId = (booking: Pick<ChannelBooking, 'id'>, room: Pick<BookedRoom, 'id'>): string =>
  `${booking.id}-${room.id}`

export const bookingIdOf = (externalId: string): string => externalId.split('-')[0] ?? externalId
