import type { FieldTable, VendorRow } from '../kit/fields.ts'

export const propertyFields = {
  /** As Expedia calls it, which is how it is asked for. */
  id: 'key',
  vrboId: 'text',
  /** As the software calls it that feeds it: `system/advertiser/home`. */
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
  /** Guests ask, and the host answers. */
  asksFirst: 'bool',
} as const satisfies FieldTable
export type Property = VendorRow<typeof propertyFields>

export const bookingFields = {
  id: 'key',
  propertyId: 'key',
  referenceNumber: 'text',
  /** Any word, so that one can be tried that is in no schema yet. */
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
  /** What software has said that it calls the booking. */
  confirmedAs: 'text',
} as const satisfies FieldTable
export type Booking = VendorRow<typeof bookingFields>

/** Nights are kept by those that are not called off. */
export const isOver = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === null || /^(CANCELLED|DECLINED|INVALID)/.test(status)

/** Bookings are known by their id together with that of the home. */
export const keyOf = ({ propertyId, id }: Pick<Booking, 'propertyId' | 'id'>): string => `${propertyId}.${id}`
