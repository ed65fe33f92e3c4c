/** The lists of a vendor that are walked page by page, as data. */
import type { Operations, Page, VendorContext } from '../../connector-kit/connector.ts'
import type { Lane } from '../../connector-kit/ratelimit.ts'
import type { WalkEntity } from './cadence.ts'
import type { Run } from './run-queries.ts'
import { storable } from './canonical.ts'
import type { Applied, Batch } from './store/batch.ts'
import { applyConversations } from './store/conversations.ts'
import { applyListings } from './store/listings.ts'
import { storeAll } from './store/poison.ts'
import { applyReviews } from './store/reviews.ts'
import { applyStays } from './store/stays.ts'

export interface WalkPlace {
  cursor: string | null
  since: string | null
}

/** A page as the engine needs it, whatever its records are. */
export interface WalkPage {
  externalIds: string[]
  failures: Page<never>['failures']
  next: string | null
  expected: number | null
  watermark: string | null
  /** Listings that have to be stored before the records can be. */
  listingExternalIds: string[]
  store(batch: Batch): Promise<Applied>
}

interface Walk {
  /** First imports may use nearly all the vendor allows, later passes over everything must not get in the way. */
  lane: Record<Run['kind'], Lane>
  page(operations: Operations, context: VendorContext, place: WalkPlace): Promise<WalkPage>
}

const lanes = {
  stays: { first_import: 'bookings', incremental: 'bookings', full: 'history' },
  threads: { first_import: 'messages', incremental: 'messages', full: 'history' },
  rest: { first_import: 'calendar', incremental: 'history', full: 'history' },
} satisfies Record<string, Record<Run['kind'], Lane>>

export const walks: Record<WalkEntity, Walk> = {
  listings: {
    lane: lanes.stays,
    async page({ listings }, context, { cursor }) {
      const page = await need(listings, 'listings').page(context, { cursor })
      return toWalkPage(page, applyListings)
    },
  },
  reservations: {
    lane: lanes.stays,
    async page({ reservations }, context, place) {
      const page = await need(reservations, 'reservations').page(context, place)
      const listings = page.records.flatMap(({ listingExternalId }) => listingExternalId ?? [])
      return { ...toWalkPage(page, applyStays), listingExternalIds: [...new Set(listings)] }
    },
  },
  conversations: {
    lane: lanes.threads,
    async page({ conversations }, context, place) {
      const page = await need(conversations, 'conversations').page(context, place)
      return toWalkPage(page, applyConversations)
    },
  },
  reviews: {
    lane: lanes.rest,
    async page({ reviews }, context, { cursor }) {
      return toWalkPage(await need(reviews, 'reviews').page(context, { cursor }), applyReviews)
    },
  },
}

function need<T>(operation: T | undefined, name: string): T {
  if (operation === undefined) throw new Error(`the connector cannot read ${name}`)
  return operation
}

function toWalkPage<R extends { externalId: string }>(
  page: Page<R> & { watermark?: string | null },
  apply: (batch: Batch, records: R[]) => Promise<Applied>,
): WalkPage {
  const records = page.records.map((record) => storable(record))
  return {
    externalIds: [...records, ...page.failures].map(({ externalId }) => externalId),
    failures: page.failures,
    next: page.next,
    expected: page.expected ?? null,
    watermark: page.watermark ?? null,
    listingExternalIds: [],
    store: (batch) => storeAll(batch, records, apply),
  }
}
