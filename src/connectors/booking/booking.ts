/** Both OTA messages and B.XML are mapped to this booking, in the same words. */
export interface ChannelBooking {
  id: string
  /** The status is new, modified or cancelled; any other is unknown. */
  status: string
  bookedAt: string | undefined
  booker: BookingPerson
  remarks: string | undefined
  /** A cancelled booking may have no rooms. */
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
  /** The id stays the same through all changes of the booking. */
  id: string
  roomId: string
  arrival: string | undefined
  departure: string | undefined
  party: BookedParty
  total: string | undefined
  commission: string | undefined
  currency: string | undefined
  /** The room may name its own guest. */
  guestName: string | undefined
  /** The text is the channel's. */
  mealPlan: string | undefined
  /** The booker wrote this about the room. */
  remarks: string | undefined
}

export interface BookedParty {
  adults: number | null
  children: number | null
  infants: number | null
  /** The total counts everybody if ages are unknown. */
  total: number | null
}

/** Each room of a booking is a stay of its own. */
export const stayId = (booking: Pick<ChannelBooking, 'id'>, room: Pick<BookedRoom, 'id'>): string =>
  `${booking.id}-${room.id}`

export const bookingIdOf = (externalId: string): string => externalId.split('-')[0] ?? externalId
