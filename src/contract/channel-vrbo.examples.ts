import { entry } from './examples.ts'
import {
  VrboAccount,
  VrboAccountBody,
  VrboListing,
  VrboMapBody,
  VrboMapped,
  VrboPair,
  VrboReservation,
} from './channel-vrbo.ts'

const username = 'lw4k7q2m9x1c8z0d'
const account: VrboAccount = {
  externalAccountId: username,
  name: 'Seaside Stays',
  status: 'active',
  passwordEnd: 'x9Qa',
  takesCalls: false,
  createdAt: '2026-05-04T09:12:44.000Z',
  rotatedAt: null,
  lastFetchedAt: '2026-05-14T03:30:00.000Z',
}

export const channelVrboExamples = {
  VrboPair: entry(VrboPair, {
    provider: 'vrbo',
    externalAccountId: username,
    username,
    password: 'q3Zt8LmVb1XcR5yWn7KdPz0HsGf2JaQeU4iOx9Qa',
    feedUrl: 'https://api.example/vrbo/feeds/advertisers.xml',
  }),
  VrboAccount: entry(VrboAccount, account, {
    ...account,
    status: 'revoked',
    rotatedAt: '2026-05-10T08:00:00.000Z',
    lastFetchedAt: null,
  }),
  VrboAccountBody: entry(VrboAccountBody, { name: 'Seaside Stays' }, { takesCalls: true }),
  VrboMapBody: entry(
    VrboMapBody,
    { listingId: 4812 },
    { listingId: '4812', accountId: username, syncEnabled: false },
  ),
  VrboMapped: entry(VrboMapped, {
    success: true,
    alreadyMapped: false,
    listingId: '4812',
    vrboListingId: '4812',
    externalAccountId: username,
    syncEnabled: true,
  }),
  VrboListing: entry(VrboListing, {
    id: '4812',
    listingId: '4812',
    name: 'Harbour loft with sea view',
    status: 'active',
    listingName: 'Harbour loft',
    listingCity: 'Split',
  }),
  VrboReservation: entry(VrboReservation, {
    id: '90211',
    listingId: '4812',
    status: 'confirmed',
    checkIn: '2026-07-01',
    checkOut: '2026-07-08',
  }),
}
