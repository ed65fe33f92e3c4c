/** Describes the vendor's lists that are walked page by page. */
import type { WalkPage } from '../state/turn.ts'
import type {
  VendorOperations,
  VendorPage,
  VendorStayPage,
  VendorContext,
} from '../../../connector-kit/connector.ts'
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import { warningsOf } from '../../../connector-kit/tolerance/unread-fields.ts'
import type { WalkEntity } from '../state/cadence.ts'
import { toStorable } from '../../../records/canonical.ts'
import { mergeApplied, type AppliedBatch, type RecordBatch } from '../../../records/batch.ts'
import { applyConversations } from '../../../records/conversations/store.ts'
import { applyListings } from '../../../records/listings/store.ts'
import { storeAllOrIsolate } from '../../../records/isolate-bad-records.ts'
import { applyReviews } from '../../../records/reviews/store.ts'
import { applyStays, endOthers } from '../../../records/stays/store.ts'

interface WalkPlace {
  cursor: string | null
  since: string | null
}

interface EntityWalk {
  /** A full pass must not delay what changes meanwhile. */
  lane: CallLane
  page(operations: VendorOperations, context: VendorContext, place: WalkPlace): Promise<WalkPage>
}

export const walks: Record<WalkEntity, EntityWalk> = {
  listings: {
    lane: 'bookings',
    async page({ listings }, context, { cursor }) {
      const page = await need(listings, 'listings').page(context, { cursor })
      return toWalkPage(page, applyListings)
    },
  },
  reservations: {
    lane: 'bookings',
    async page({ reservations }, context, place) {
      const operation = need(reservations, 'reservations')
      const page = await operation.page(context, place)
      const listings = page.records.flatMap(({ listingExternalId }) => listingExternalId ?? [])
      const { receipt } = page
      const { acknowledge } = operation
      return {
        ...toStayPage(page),
        listingExternalIds: [...new Set(listings)],
        ...(receipt === undefined || acknowledge === undefined
          ? {}
          : { acknowledge: (unstored) => acknowledge(context, { receipt, unstored }) }),
      }
    },
  },
  conversations: {
    lane: 'messages',
    async page({ conversations }, context, place) {
      const page = await need(conversations, 'conversations').page(context, place)
      return toWalkPage(page, applyConversations)
    },
  },
  reviews: {
    lane: 'history',
    async page({ reviews }, context, { cursor }) {
      return toWalkPage(await need(reviews, 'reviews').page(context, { cursor }), applyReviews)
    },
  },
}

function need<T>(operation: T | undefined, name: string): T {
  if (operation === undefined) throw new Error(`the connector cannot read ${name}`)
  return operation
}

function toStayPage(page: VendorStayPage): WalkPage {
  const { records: stays, ...walked } = toWalkPage(page, applyStays)
  const { whole } = page
  if (whole === undefined) return { ...walked, stays }
  return {
    ...walked,
    stays,
    // Ended stays give up their nights first, so that stays in their place cause no conflict.
    store: async (batch, without) =>
      mergeApplied([await endOthers(batch, whole), await walked.store(batch, without)]),
  }
}

function toWalkPage<R extends { externalId: string }>(
  page: VendorPage<R> & { watermark?: string | null },
  apply: (batch: RecordBatch, records: R[]) => Promise<AppliedBatch>,
): WalkPage & { records: R[] } {
  const records = page.records.map((record) => toStorable(record))
  const { unchanged = [] } = page
  return {
    records,
    externalIds: [...[...records, ...page.failures].map(({ externalId }) => externalId), ...unchanged],
    unchanged,
    warnings: warningsOf(page.records),
    failures: page.failures,
    next: page.next,
    expected: page.expected ?? null,
    watermark: page.watermark ?? null,
    listingExternalIds: [],
    store: (batch, without) =>
      storeAllOrIsolate(
        batch,
        records.filter(({ externalId }) => !without.has(externalId)),
        apply,
      ),
  }
}
