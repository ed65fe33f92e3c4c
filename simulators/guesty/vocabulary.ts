/** The vendor's words, from its description and its documentation. */

export interface Channel {
  name: string
  /** `integration.platform` of a booking. */
  platform: string
  /** `source`, free text that the account can choose for direct bookings. */
  source: string
  commission: number
}

/** With how often bookings come by each of them. */
export const channelWeights: readonly (readonly [Channel, number])[] = [
  [{ name: 'airbnb', platform: 'airbnb2', source: 'Airbnb', commission: 0.155 }, 18],
  [{ name: 'booking', platform: 'bookingCom', source: 'Booking.com', commission: 0.15 }, 13],
  [{ name: 'vrbo', platform: 'homeaway2', source: 'HomeAway', commission: 0.08 }, 6],
  [{ name: 'manual', platform: 'manual', source: 'Manual', commission: 0 }, 6],
  [{ name: 'website', platform: 'manual', source: 'Website', commission: 0 }, 4],
  [{ name: 'campaign', platform: 'direct', source: 'fb-campaign-01', commission: 0 }, 2],
  [{ name: 'expedia', platform: 'rentalsUnited', source: 'Expedia', commission: 0.18 }, 3],
]

export const ownerChannel: Channel = { name: 'owner', platform: 'manual', source: 'owner', commission: 0 }

export const channels: readonly Channel[] = channelWeights.map(([channel]) => channel)
/** What a booking that is made later may have come by. */
export const usualChannels = channels.slice(0, 5)

export const bookedStatuses: readonly string[] = ['confirmed']

/** Hold the nights until decided. */
export const heldStatuses: readonly string[] = ['reserved', 'awaiting_payment']

export const endedStatuses: readonly string[] = ['canceled', 'closed', 'declined', 'expired']

export const statuses: readonly string[] = [...bookedStatuses, ...heldStatuses, 'inquiry', ...endedStatuses]

export const pastStatusWeights: readonly (readonly [string, number])[] = [
  ['confirmed', 32],
  ['canceled', 5],
  ['declined', 1],
  ['expired', 1],
]

export const futureStatusWeights: readonly (readonly [string, number])[] = [
  ['confirmed', 28],
  ['canceled', 4],
  ['reserved', 3],
  ['awaiting_payment', 1],
  ['declined', 1],
  ['expired', 1],
]

/** What a question is, or has become without ever being a booking. */
export const inquiryStatusWeights: readonly (readonly [string, number])[] = [
  ['inquiry', 5],
  ['closed', 2],
  ['declined', 1],
  ['expired', 1],
]

/** Who called a booking off. */
export const cancellers: readonly string[] = ['GUEST', 'OWNER', 'TEAM_MEMBER']

/** Ways of a message. */
export const moduleTypes: readonly string[] = [
  'email',
  'sms',
  'whatsapp',
  'airbnb2',
  'bookingCom',
  'homeaway2',
  'note',
  'log',
]

const ranges = ['eq', 'gte', 'gt', 'lte', 'lt']
interface StayFilter {
  operators: readonly string[]
  kind: 'text' | 'day' | 'moment'
  /** Needs its operator. */
  isRange: boolean
}
/** What bookings can be searched by, as documented. A list of values stands with commas. */
export const stayFilters = {
  status: { operators: ['eq', 'ne', 'in', 'nin'], kind: 'text', isRange: false },
  listingId: { operators: ['eq', 'in'], kind: 'text', isRange: false },
  confirmationCode: { operators: ['eq', 'in'], kind: 'text', isRange: false },
  source: { operators: ['eq', 'in'], kind: 'text', isRange: false },
  checkIn: { operators: ranges, kind: 'day', isRange: true },
  checkOut: { operators: ranges, kind: 'day', isRange: true },
  createdAt: { operators: ranges, kind: 'moment', isRange: true },
  lastUpdatedAt: { operators: ranges, kind: 'moment', isRange: true },
} satisfies Record<string, StayFilter>

export const reviewChannels: readonly string[] = ['airbnb2', 'bookingCom', 'homeaway2']

export const webhookEvents: readonly string[] = [
  'guest.created',
  'guest.deleted',
  'guest.updated',
  'guest-folio.created',
  'guest-folio.updated',
  'listing.new',
  'listing.updated',
  'listing.removed',
  'listing.calendar.updated',
  'calendar.updated.v2',
  'payments.failed',
  'payments.method.received',
  'payments.received',
  'payments.refunded',
  'reservation.messageReceived',
  'reservation.messageSent',
  'reservation.created.v2',
  'reservation.updated.v2',
  'task.created',
  'task.deleted',
  'task.updated',
]

/** No longer accepted for new registrations; what takes their place. */
export const retiredEvents: Readonly<Record<string, string>> = {
  'reservation.new': 'reservation.created.v2',
  'reservation.updated': 'reservation.updated.v2',
  reservation_update_shortlist: 'reservation.updated.v2',
}

export const amenities: readonly string[] = [
  'Air conditioning',
  'BBQ grill',
  'Carbon monoxide detector',
  'Coffee maker',
  'Dishwasher',
  'Dryer',
  'Elevator',
  'Essentials',
  'Fire extinguisher',
  'Free parking on premises',
  'Garden or backyard',
  'Hair dryer',
  'Heating',
  'High chair',
  'Hot tub',
  'Indoor fireplace',
  'Iron',
  'Kitchen',
  'Laptop friendly workspace',
  'Patio or balcony',
  'Pets allowed',
  'Smoke detector',
  'Suitable for children (2-12 years)',
  'Swimming pool',
  'TV',
  'Washer',
  'Wireless Internet',
]

export const propertyTypes: readonly string[] = [
  'Apartment',
  'House',
  'Loft',
  'Condominium',
  'Chalet',
  'Villa',
  'Cabin',
  'Townhouse',
]

export const roomTypes: readonly string[] = [
  'Entire home/apt',
  'Entire home/apt',
  'Private room',
  'Shared room',
]
