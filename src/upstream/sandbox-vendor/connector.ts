/**
 * Builds a provider's sandbox version: its texts, form and capabilities with made-up accounts and no vendor.
 */
import { randomUUID } from 'node:crypto'
import type { Connector, VendorOperations, VendorPage } from '../../connector-kit/connector.ts'
import type { GuestWrites } from '../../connector-kit/write-operations.ts'
import type { ListingWrites } from '../../connector-kit/listing-write-operations.ts'
import { sandboxAccount, sandboxCredentials, sandboxFields } from './credentials.ts'
import { preApprovals, specialOffers } from './inquiries.ts'
import { calendarWrites, readNights } from './nights.ts'
import { conversations, linkedListings, listings, messages, reservations, reviews, stays } from './records.ts'
import { readStays, requestAnswers, reservationWrites } from './stays.ts'
import { messageWrites, readMessages, readReviews, reviewWrites } from './threads.ts'

export const onePage = <R>(records: R[]): VendorPage<R> => ({
  records,
  failures: [],
  next: null,
  expected: records.length,
})

const guestWrites = (real: GuestWrites): GuestWrites => ({
  ...(real.create ? { create: async () => ({ externalId: `sandbox-guest-${randomUUID()}` }) } : {}),
  ...(real.update ? { update: async (_, { change }) => ({ applied: Object.keys(change) }) } : {}),
})

const listingWrites = ({ fields }: ListingWrites): ListingWrites => ({
  fields,
  write: async (_, { change }) => ({
    applied: Object.keys(change) as (keyof typeof change)[],
    errors: [],
  }),
})

/** Operations that the real provider lacks are missing here too. */
export const fillOperations = (real: VendorOperations): Partial<VendorOperations> => ({
  ...(real.channelLinks && { channelLinks: { page: async () => onePage(linkedListings) } }),
  ...(real.reservationWrites && { reservationWrites: reservationWrites(real.reservationWrites) }),
  ...(real.requestAnswers && { requestAnswers }),
  ...(real.preApprovals && { preApprovals: { ...real.preApprovals, ...preApprovals } }),
  ...(real.specialOffers && { specialOffers: { ...specialOffers, price: real.specialOffers.price } }),
  ...(real.calendarWrites && { calendarWrites: calendarWrites(real.calendarWrites) }),
  ...(real.messageWrites && { messageWrites: messageWrites(real.messageWrites) }),
  ...(real.reviewWrites && { reviewWrites: reviewWrites(real.reviewWrites) }),
  ...(real.guestWrites && { guestWrites: guestWrites(real.guestWrites) }),
  ...(real.listingWrites && { listingWrites: listingWrites(real.listingWrites) }),
})

export function createSandboxConnector(real: Connector): Connector {
  const { id, displayName, webhookByHand: _, fr, ...manifest } = real.manifest
  const connector: Connector = {
    manifest: {
      ...manifest,
      id,
      displayName,
      fr: { description: fr.description },
      credentials: sandboxFields(manifest),
    },
    credentials: sandboxCredentials(real.credentials),
    accountOf: (credentials) => sandboxAccount(connector, credentials),
    auth() {
      throw new Error('a sandbox has no way to a provider')
    },
    callsNobody: true,
    operations: {
      probe: async () => ({ externalAccountId: null, accountName: `${displayName} (sandbox)` }),
      listings: { page: async () => onePage(listings) },
      calendar: readNights(reservations),
      reservations: readStays(stays),
      conversations: {
        page: async ({ now }) => ({ ...onePage(conversations(now())), watermark: now().toISOString() }),
      },
      messages: readMessages(messages),
      reviews: readReviews(reviews),
      ...fillOperations(real.operations),
    },
  }
  return connector
}
