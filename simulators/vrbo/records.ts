import type { FieldTable, VendorRow } from '../kit/fields.ts'

export const propertyFields = {
  /** Expedia's id, which queries use. */
  id: 'key',
  vrboId: 'text',
  /** The feeding software's id: `system/advertiser/home`. */
  supplierId: 'text',
  name: 'text',
  referenceName: 'text',
  currency: 'text',
  timeZone: 'text',
  typeCode: 'text',
  isActive: 'bool',
  addressLines: 'texts',
  locality: 'text',
  administrativeArea: 'text',
  postalCode: 'text',
  countryCode: 'text',
  latitude: 'number',
  longitude: 'number',
  maxGuests: 'int',
  nightlyPrice: 'number',
  cleaningFee: 'number',
  /** Guests must ask, and the host answers. */
  asksFirst: 'bool',
} as const satisfies FieldTable
export type Property = VendorRow<typeof propertyFields>

export const bookingFields = {
  id: 'key',
  propertyId: 'key',
  referenceNumber: 'text',
  /** Any word is allowed, so that tests can use one that is in no schema yet. */
  status: 'text',
  checkInDate: 'day',
  checkOutDate: 'day',
  creationDateTime: 'instant',
  lastUpdatedDateTime: 'instant',
  adultCount: 'int',
  childCount: 'int',
  petCount: 'int',
  distributionChannel: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  phone: 'text',
  specialRequest: 'text',
  currency: 'text',
  rent: 'number',
  cleaningFee: 'number',
  serviceFee: 'number',
  tax: 'number',
  commission: 'number',
  refunded: 'number',
  policy: 'text',
  cancelledBy: 'text',
  cancellationReason: 'text',
  messageThreadId: 'text',
  /** The id under which the software confirmed the booking. */
  confirmedAs: 'text',
} as const satisfies FieldTable
export type Booking = VendorRow<typeof bookingFields>

/** Every booking that is not cancelled or declined keeps its nights. */
export const isOver = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === null || /^(CANCELLED|DECLINED|INVALID)/.test(status)

/** A booking's key consists of its home's id and its own. */
export const keyOf = ({ propertyId, id }: Pick<Booking, 'propertyId' | 'id'>): string => `${propertyId}.${id}`
