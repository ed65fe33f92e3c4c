import { ofKind, type FieldTable, type VendorRow } from '../kit/fields.ts'

export const unitGroupFields = {
  ...ofKind('key', 'id'),
  ...ofKind('text', 'propertyId', 'code', 'name', 'description', 'type'),
  ...ofKind('int', 'memberCount', 'maxPersons', 'rank'),
} as const satisfies FieldTable
export type UnitGroup = VendorRow<typeof unitGroupFields>

/** What the API shows as embedded stands here by its id; days are shown as moments of the property's clock. */
export const reservationFields = {
  ...ofKind('key', 'id'),
  ...ofKind('text', 'bookingId', 'status', 'propertyId', 'unitGroupId', 'ratePlanId', 'unitId'),
  ...ofKind('day', 'arrival', 'departure'),
  ...ofKind('text', 'created', 'modified', 'cancellationTime', 'noShowTime'),
  ...ofKind('text', 'channelCode', 'source', 'externalCode', 'comment', 'guaranteeType'),
  ...ofKind('object', 'externalReferences', 'primaryGuest', 'booker', 'totalGrossAmount', 'commission'),
  ...ofKind('int', 'adults'),
  // The ages of children are numbers, which no kind of field is.
  ...ofKind('object', 'children'),
  ...ofKind('list', 'slices'),
} as const satisfies FieldTable
export type Reservation = VendorRow<typeof reservationFields>

export interface Property {
  id: string
  name: string
  timeZone: string
  currency: string
  checkInTime: string
  checkOutTime: string
  location: object
}

/** A night of a reservation with its plan and price. */
export interface Slice {
  date: string
  ratePlanId: string
  amount: number
}

export const agesIn = ({ children }: Pick<Reservation, 'children'>): number[] =>
  (children as { ages?: number[] } | null)?.ages ?? []
