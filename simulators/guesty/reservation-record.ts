import type { VendorRow } from '../kit/fields.ts'

/** The vendor's reservation as the older endpoints give it: names and kinds as it describes them. */
export const reservationFields = {
  _id: 'key',
  accountId: 'text',
  listingId: 'key',
  guestId: 'text',
  guest: 'object',
  status: 'text',
  source: 'text',
  integration: 'object',
  confirmationCode: 'text',
  checkIn: 'instant',
  checkOut: 'instant',
  checkInDateLocalized: 'day',
  checkOutDateLocalized: 'day',
  plannedArrival: 'text',
  plannedDeparture: 'text',
  nightsCount: 'int',
  guestsCount: 'int',
  numberOfGuests: 'object',
  money: 'object',
  mtl: 'object',
  isReturningGuest: 'bool',
  manuallyCreated: 'bool',
  conversationId: 'text',
  customFields: 'list',
  notes: 'object',
  preApproveState: 'bool',
  pendingTasks: 'list',
  createdAt: 'instant',
  importedAt: 'instant',
  reservedAt: 'instant',
  confirmedAt: 'instant',
  canceledAt: 'instant',
  canceledBy: 'text',
  lastUpdatedAt: 'instant',
} as const

export interface Guest {
  _id: string
  firstName: string | null
  lastName: string | null
  fullName: string
  email?: string
  emails?: string[]
  phone?: string
  phones?: string[]
  hometown?: string
  preferredLanguage?: string
  address?: { city: string; country: string; zipCode: string }
  picture?: { thumbnail: string; regular: string; large: string }
  returningGuest: boolean
  createdAt: string
}

export interface NumberOfGuests {
  numberOfAdults: number
  numberOfChildren: number
  numberOfInfants: number
  numberOfPets?: number
}

export type Reservation = Omit<
  VendorRow<typeof reservationFields>,
  'guest' | 'integration' | 'numberOfGuests' | 'money' | 'mtl'
> & {
  guest: Partial<Guest> | null
  integration: { _id: string; platform: string } | null
  numberOfGuests: Partial<NumberOfGuests> | null
  money: Record<string, unknown> | null
  mtl: { assigned: boolean; _id: string } | null
}

/** What comes when nobody asks for fields; the status is not among it. */
export const defaultFields =
  '_id accountId guestId listingId confirmationCode checkIn checkOut guest._id guest.fullName listing._id listing.title integration'
