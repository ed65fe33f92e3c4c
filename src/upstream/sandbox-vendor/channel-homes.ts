/** Invents records of channel accounts in a sandbox: a property's rooms and a host's listings. Pure. */
import type { AccountInfo } from '../../connector-kit/account-info.ts'
import type { ListingRecord, ReservationRecord } from '../../contract/records.ts'

export interface ChannelAccount {
  info: AccountInfo
  /** `name` is the account's id, from which rooms derive theirs. */
  listings(name: string): ListingRecord[]
  reservations(name: string, now: Date): ReservationRecord[]
}

const dayOf = (now: Date, offset: number) =>
  Temporal.PlainDate.from(now.toISOString().slice(0, 10)).add({ days: offset }).toString()

interface ChannelStayPlan {
  listingExternalId: string
  source: 'airbnb' | 'booking.com'
  from: number
  nights: number
  price: number
  guest: [first: string, last: string]
}

const stay = (now: Date, { listingExternalId, source, from, nights, price, guest }: ChannelStayPlan) => {
  const [firstName, lastName] = guest
  const adults = 2
  return {
    kind: 'reservation',
    externalId: `sandbox-${listingExternalId}-1`,
    listingExternalId,
    confirmationCode: `SBX${listingExternalId.slice(-6)}`,
    source,
    status: 'confirmed',
    checkIn: dayOf(now, from),
    checkOut: dayOf(now, from + nights),
    bookedAt: new Date(now.getTime() - 5 * 24 * 3_600_000).toISOString(),
    occupancy: { adults, children: 0, infants: 0, pets: 0, total: adults },
    totalPrice: `${nights * price}.00`,
    currency: 'EUR',
    guest: { firstName, lastName, email: `${firstName.toLowerCase()}@example.com` },
    sourceStatus: 'confirmed',
  } satisfies ReservationRecord
}

const hotelName = 'Sandbox Harbour Hotel'

const rooms = [
  { name: 'Sandbox Double Room', count: 4, guests: 2 },
  { name: 'Sandbox Family Room', count: 2, guests: 4 },
  { name: 'Sandbox Suite', count: 1, guests: 3 },
] as const
const roomId = (hotelId: string, place: number) => `${hotelId}${String(place + 1).padStart(2, '0')}`

const property: ChannelAccount = {
  info: {
    externalAccountId: null,
    accountName: 'Harbour Hotel (sandbox)',
    place: { kind: 'hotel', country: 'PT', city: 'Lisbon' },
  },
  listings: (hotelId) =>
    rooms.map(({ name, count, guests }, place) => ({
      externalId: roomId(hotelId, place),
      model: 'hotel',
      name,
      publicName: hotelName,
      currency: 'EUR',
      unitCount: count,
      details: { personCapacity: guests },
      channels: [
        {
          ...{ platform: 'booking', externalId: roomId(hotelId, place), hotelId, active: true },
          syncCategory: 'sync_rates_and_availability',
        },
      ],
    })),
  reservations: (hotelId, now) => [
    stay(now, {
      ...{ listingExternalId: roomId(hotelId, 0), source: 'booking.com', from: 14, nights: 3, price: 95 },
      guest: ['Amara', 'Sample'],
    }),
  ],
}

const homes = [
  { externalId: '900300000000000011', name: 'Sandbox Lake House', price: '210.00', guests: 6 },
  { externalId: '900300000000000012', name: 'Sandbox City Loft', price: '115.00', guests: 2 },
] as const

const host: ChannelAccount = {
  info: { externalAccountId: null, accountName: 'Lena (sandbox host)' },
  listings: () =>
    homes.map(({ externalId, name, price, guests }) => ({
      externalId,
      model: 'home',
      name,
      publicName: name,
      street: 'Sandbox Quay 7',
      city: 'Lisbon',
      countryCode: 'PT',
      timeZone: 'Europe/Lisbon',
      currency: 'EUR',
      lifecycleStatus: 'live',
      defaultNightlyPrice: price,
      unitCount: 1,
      content: { name, summary: 'A made-up home to try connecting with.' },
      details: { propertyType: 'house', personCapacity: guests },
      channels: [{ platform: 'airbnb', externalId, active: true, syncCategory: 'sync_all' }],
    })),
  reservations: (_, now) => [
    stay(now, {
      ...{ listingExternalId: homes[0].externalId, source: 'airbnb', from: 25, nights: 4, price: 210 },
      guest: ['Jonas', 'Sample'],
    }),
  ],
}

export const channelAccounts: Readonly<Record<string, ChannelAccount>> = { airbnb: host, booking: property }
