import { entry } from './examples.ts'
import {
  VrboCancelBody,
  VrboChangeBody,
  VrboChanged,
  VrboExecuteBody,
  VrboPreview,
  VrboRefundBody,
  VrboRefunded,
} from './channel-vrbo-changes.ts'
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
  VrboChangeBody: entry(
    VrboChangeBody,
    { checkIn: '2026-07-01', checkOut: '2026-07-09' },
    { guests: { adults: 2, children: 1, pets: 0 } },
  ),
  VrboPreview: entry(VrboPreview, {
    reservationId: '90211',
    confirmationCode: 'HA-7Q2M9X',
    previewToken: 'eyJyIjoiOTAyMTEifQ.Zm9v',
    expiresAt: '2026-05-14T09:45:00.000Z',
    currency: 'EUR',
    totalBefore: '1512.49',
    totalAfter: '1712.49',
    difference: { total: '200.00', rent: '165.00', fees: '15.00', taxes: '20.00' },
  }),
  VrboExecuteBody: entry(VrboExecuteBody, {
    previewToken: 'eyJyIjoiOTAyMTEifQ.Zm9v',
    description: 'One night more, as agreed by telephone.',
    paymentDueDate: '2026-06-20',
  }),
  VrboChanged: entry(VrboChanged, {
    id: '90211',
    confirmationCode: 'HA-7Q2M9X',
    listingId: '4812',
    status: 'confirmed',
    checkIn: '2026-07-01',
    checkOut: '2026-07-09',
    updatedAt: '2026-05-14T09:31:00.000Z',
  }),
  VrboCancelBody: entry(
    VrboCancelBody,
    { reason: 'extenuating_circumstance' },
    { reason: 'guest_requested_cancel', guestReason: 'change_of_plans' },
  ),
  VrboRefundBody: entry(VrboRefundBody, {
    amount: '45.50',
    currency: 'EUR',
    reason: 'The pool was closed.',
  }),
  VrboRefunded: entry(VrboRefunded, {
    id: '90211',
    confirmationCode: 'HA-7Q2M9X',
    refunded: '45.50',
    currency: 'EUR',
    refundedAt: '2026-05-14T09:31:00.000Z',
  }),
}
