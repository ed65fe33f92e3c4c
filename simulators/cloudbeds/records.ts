import { ofKind, type FieldTable, type VendorRow } from '../kit/fields.ts'

const guestTexts = ['guestFirstName', 'guestLastName', 'guestEmail', 'guestPhone'] as const
export const guestFields = [...guestTexts, 'guestCountry'] as const

/** The control interface can set these; the room fields are the first room's. */
export const reservationFields = {
  ...ofKind('key', 'reservationID', 'propertyID', 'roomTypeID'),
  ...ofKind('text', 'roomID', 'status', 'guestID', ...guestFields),
  ...ofKind('day', 'startDate', 'endDate'),
  ...ofKind('int', 'adults', 'children'),
  ...ofKind('text', 'sourceName', 'sourceCategory', 'thirdPartyIdentifier', 'estimatedArrivalTime'),
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
  ...ofKind('key', 'roomTypeID', 'propertyID'),
  ...ofKind('text', 'roomTypeName', 'roomTypeNameShort', 'roomTypeDescription'),
  ...ofKind('int', 'maxGuests', 'adultsIncluded', 'childrenIncluded'),
  ...ofKind('texts', 'roomTypePhotos', 'roomTypeFeatures'),
  isPrivate: 'bool',
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
