import type { FieldTable, VendorRow } from '../kit/fields.ts'

const guestTable = {
  guestFirstName: 'text',
  guestLastName: 'text',
  guestEmail: 'text',
  guestPhone: 'text',
  guestCountry: 'text',
} as const satisfies FieldTable

export const guestFields = Object.keys(guestTable)

/** The control interface can set these; the room fields are the first room's. */
export const reservationFields = {
  reservationID: 'key',
  propertyID: 'key',
  roomTypeID: 'key',
  roomID: 'text',
  status: 'text',
  startDate: 'day',
  endDate: 'day',
  adults: 'int',
  children: 'int',
  guestID: 'text',
  ...guestTable,
  sourceName: 'text',
  sourceCategory: 'text',
  thirdPartyIdentifier: 'text',
  estimatedArrivalTime: 'text',
  total: 'number',
} as const satisfies FieldTable

export interface BookedRoom {
  number: number
  roomTypeID: string
  roomID: string | null
  adults: number
  children: number
}

export type Reservation = VendorRow<typeof reservationFields> & {
  /** Rooms booked together with the first one. */
  extraRooms: BookedRoom[]
  isDeleted: boolean
  isAnonymized: boolean
  createdMs: number
  modifiedMs: number
  cancelledMs: number | null
}

export const roomTypeFields = {
  roomTypeID: 'key',
  propertyID: 'key',
  roomTypeName: 'text',
  roomTypeNameShort: 'text',
  roomTypeDescription: 'text',
  isPrivate: 'bool',
  maxGuests: 'int',
  adultsIncluded: 'int',
  childrenIncluded: 'int',
  roomTypePhotos: 'texts',
  roomTypeFeatures: 'texts',
} as const satisfies FieldTable

export type RoomType = VendorRow<typeof roomTypeFields>

export interface Room {
  roomID: string
  roomName: string
  roomTypeID: string
}

export interface Hotel {
  propertyID: string
  propertyName: string
  timeZone: string
  currency: string
  details: Record<string, unknown>
}

export const currencyOf = ({ currency }: Hotel) => ({
  currencyCode: currency,
  currencySymbol: currency,
  currencyPosition: 'before',
})
