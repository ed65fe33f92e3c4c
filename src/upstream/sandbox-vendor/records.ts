/** Invents a sandbox account's records, dated relative to now. No name, address or number is real. Pure. */
import type {
  ConversationRecord,
  InquiryRecord,
  LinkedListingRecord,
  ListingRecord,
  MessageRecord,
  ReservationRecord,
  ReviewRecord,
  StayRecord,
} from '../../contract/records.ts'

const hour = 3_600_000
const dayOf = (now: Date, offset: number) =>
  Temporal.PlainDate.from(now.toISOString().slice(0, 10)).add({ days: offset }).toString()
const noonOf = (now: Date, offset: number) => `${dayOf(now, offset)}T12:00:00.000Z`
const hoursAgo = (now: Date, hours: number) => new Date(now.getTime() - hours * hour).toISOString()

const home = (externalId: string, name: string, price: string): ListingRecord => ({
  externalId,
  model: 'home',
  name,
  publicName: name,
  street: 'Sandbox Street 1',
  city: 'Lisbon',
  countryCode: 'PT',
  latitude: '38.716700',
  longitude: '-9.133300',
  timeZone: 'Europe/Lisbon',
  currency: 'EUR',
  lifecycleStatus: 'live',
  defaultNightlyPrice: price,
  minNights: 2,
  unitCount: 1,
  content: { name, summary: 'A made-up home to try connecting with.' },
  details: { propertyType: 'apartment', bedrooms: 2, bathrooms: '1', beds: 3, personCapacity: 4 },
  amenities: [{ amenityKey: 'wifi', category: 'internet', isPresent: true }],
})

export const listings: ListingRecord[] = [
  home('sandbox-home-1', 'Sandbox Riverside Flat', '120.00'),
  home('sandbox-home-2', 'Sandbox Garden House', '180.00'),
]

export const linkedListings: LinkedListingRecord[] = listings.map(({ externalId, name }) => ({
  externalId,
  name,
  // This listing's bookings come from Airbnb.
  links: externalId === 'sandbox-home-2' ? [{ platform: 'airbnb', externalId: '100000002' }] : [],
}))

interface SandboxStayPlan {
  number: number
  home: string
  from: number
  nights: number
  source: ReservationRecord['source']
  guest: [first: string, last: string]
  /** The booking is a request that awaits the host's answer. */
  isRequest?: true
}

/** Channels allow a day to answer; here the request stays open long enough to try it. */
const daysToAnswer = 21

const plans: SandboxStayPlan[] = [
  { number: 1, home: 'sandbox-home-1', from: -6, nights: 4, source: 'direct', guest: ['Ines', 'Sample'] },
  { number: 2, home: 'sandbox-home-1', from: 9, nights: 3, source: 'direct', guest: ['Omar', 'Sample'] },
  { number: 3, home: 'sandbox-home-2', from: 20, nights: 5, source: 'airbnb', guest: ['Freya', 'Sample'] },
  {
    ...{ number: 4, home: 'sandbox-home-2', from: 40, nights: 3, source: 'airbnb' },
    guest: ['Noor', 'Sample'],
    isRequest: true,
  },
]

export const reservations = (now: Date): ReservationRecord[] =>
  plans.map(
    ({ number, home: listingExternalId, from, nights, source, isRequest, guest: [firstName, lastName] }) => ({
      kind: 'reservation',
      externalId: `sandbox-stay-${number}`,
      listingExternalId,
      confirmationCode: `SANDBOX${number}`,
      source,
      ...(isRequest
        ? { status: 'pending', pendingReason: 'host_approval', respondBy: noonOf(now, daysToAnswer) }
        : { status: 'confirmed' }),
      checkIn: dayOf(now, from),
      checkOut: dayOf(now, from + nights),
      bookedAt: hoursAgo(now, 24 * 30),
      occupancy: { adults: 2, children: 0, infants: 0, pets: 0, total: 2 },
      totalPrice: `${nights * 120}.00`,
      currency: 'EUR',
      guest: { firstName, lastName, email: `${firstName.toLowerCase()}@example.com` },
      sourceStatus: isRequest ? 'pending' : 'confirmed',
    }),
  )

const inquiries = (now: Date): InquiryRecord[] => [
  {
    kind: 'inquiry',
    externalId: 'sandbox-inquiry-1',
    listingExternalId: 'sandbox-home-1',
    channel: 'airbnb',
    status: 'open',
    checkIn: dayOf(now, 60),
    checkOut: dayOf(now, 64),
    occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: 3 },
    respondBy: noonOf(now, daysToAnswer),
    receivedAt: hoursAgo(now, 3),
    guest: { firstName: 'Emil', lastName: 'Sample', email: 'emil@example.com' },
    sourceStatus: 'inquiry',
  },
]

/** The list of stays contains inquiries too. */
export const stays = (now: Date): StayRecord[] => [...reservations(now), ...inquiries(now)]

export const conversations = (now: Date): ConversationRecord[] => [
  {
    externalId: 'sandbox-thread-1',
    platform: 'airbnb',
    listingExternalId: 'sandbox-home-2',
    reservationExternalId: 'sandbox-stay-3',
    guest: { firstName: 'Freya', lastName: 'Sample', email: 'freya@example.com' },
    subject: 'Arrival',
    lastMessageAt: hoursAgo(now, 2),
    unreadCount: 1,
  },
  {
    externalId: 'sandbox-thread-2',
    platform: 'airbnb',
    listingExternalId: 'sandbox-home-1',
    reservationExternalId: 'sandbox-inquiry-1',
    guest: { firstName: 'Emil', lastName: 'Sample', email: 'emil@example.com' },
    subject: 'A question',
    lastMessageAt: hoursAgo(now, 3),
    unreadCount: 1,
  },
]

export const messages = (now: Date): MessageRecord[] =>
  (
    [
      ['sandbox-message-1', 1, 'outbound', 'Welcome! Let us know when you arrive.', 30],
      ['sandbox-message-2', 1, 'inbound', 'Thank you. Is there a parking space?', 2],
      ['sandbox-message-3', 2, 'inbound', 'Hello! Is the flat free on these days, and is there a cot?', 3],
    ] as const
  ).map(([externalId, thread, direction, body, ago]) => ({
    externalId,
    conversationExternalId: `sandbox-thread-${thread}`,
    direction,
    senderType: direction === 'inbound' ? 'guest' : 'host',
    channel: 'airbnb',
    body,
    sentAt: hoursAgo(now, ago),
  }))

export const reviews = (now: Date): ReviewRecord[] => [
  {
    externalId: 'sandbox-review-1',
    platform: 'airbnb',
    listingExternalId: 'sandbox-home-1',
    guestName: 'Ines',
    reviewerRole: 'guest',
    rating: '5',
    publicReview: 'A very well made-up flat.',
    submittedAt: hoursAgo(now, 20),
  },
]
