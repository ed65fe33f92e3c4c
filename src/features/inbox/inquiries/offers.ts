/** Special offers: made, read and withdrawn. */
import type { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { OfferDraft, SpecialOffers, StandingOffer } from '../../../connector-kit/write-operations.ts'
import type { SpecialOffer, SpecialOfferBody } from '../../../contract/offer-write.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { addDays } from '../../../connector-kit/dates.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { openWrite } from '../../../platform/outbox.ts'
import { newId, type Scope } from '../../../platform/tenant.ts'
import { fullNights } from '../../../records/calendar/public.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { actKeyFor } from '../../../upstream/acts/key.ts'
import { actOfKey, actOnce, closeAct } from '../../../upstream/acts/public.ts'
import type { Services } from '../../../services.ts'
import type { RouteWriteContext } from '../../route.ts'
import {
  findOffer,
  findWithdrawal,
  recordOffer,
  recordWithdrawal,
  type OfferAct,
  type WithdrawalAct,
} from './inquiry-acts.ts'
import {
  isOfferOpen,
  offer,
  offeredListing,
  type InquiryThread,
  type OfferColumns,
  type OfferedListing,
} from './answer-queries.ts'
import {
  accessOf,
  findInquiry,
  channelOf,
  findRelayConnector,
  findAnswerableInquiry,
  notSupportedError,
  refusedAnswerError,
  findInquiryThread,
  unknownAnswerError,
} from './find-inquiry.ts'
import type { StoredPrice } from '../../../records/inquiries/offer-queries.ts'
import { assertNotOver, assertOffer, assertUnsold, partyOf, priceOf, toOffer } from './offer-rules.ts'
import { afterOffer, shownOffer } from '../../../records/inquiries/state.ts'
import { todayAt } from '../../../records/property-day.ts'
import { toPmsField } from '../../../records/relay.ts'

/** The offer operations of this conversation's connector. Throws where it has none. */
function findOfferOperations(thread: InquiryThread, services: Services): SpecialOffers {
  const { specialOffers } = findRelayConnector(thread, services).operations
  if (specialOffers) return specialOffers
  throw notSupportedError(thread, 'where the connected PMS relays no special offers')
}

async function findOfferedListing(
  { services, scope }: RouteWriteContext,
  thread: InquiryThread,
  given: SpecialOfferBody['listingId'],
): Promise<OfferedListing | undefined> {
  const id = given === undefined ? (thread.inquiry_listing_id ?? thread.listing_id) : String(given)
  if (id === null) return undefined
  await assertListingActive(services.db, scope, id, 'listingId')
  const listing = await offeredListing(services.db, scope, id, thread.relay?.connectionId ?? null)
  const { channel } = channelOf(thread)
  if (listing && listing.external_id !== null && (channel !== 'airbnb' || listing.airbnb_id !== null))
    return listing
  if (channel !== 'airbnb') return listing
  throw new ApiError('listing_not_on_airbnb', `Listing ${id} is not linked to Airbnb.`, {
    field: 'listingId',
    listing_id: id,
    ...(given === undefined ? {} : { value_received: given }),
  })
}

/** Throws for past nights, and for sold ones. */
async function assertNights(
  { services: { db, clock }, scope }: RouteWriteContext,
  thread: InquiryThread,
  listing: OfferedListing | undefined,
  { checkIn, checkOut }: SpecialOfferBody,
): Promise<void> {
  const now = clock.now()
  assertNotOver(checkIn, todayAt(listing?.time_zone ?? null, now))
  if (!listing || checkIn === undefined || checkOut === undefined) return
  const stretch = { listingId: listing.id, first: checkIn, last: addDays(checkOut, -1) }
  assertUnsold(await fullNights(db, scope, stretch, { but: thread.reservation_id, now }), listing.id)
}

const termsOf = (body: SpecialOfferBody, listing: OfferedListing | undefined) => ({
  checkIn: body.checkIn ?? null,
  checkOut: body.checkOut ?? null,
  guests: partyOf(body),
  currency: listing?.currency ?? null,
})

type OfferTerms = ReturnType<typeof termsOf>

/** The offer as a dry run shows it. */
const draftOffer = (
  conversationId: string,
  body: SpecialOfferBody,
  {
    listing,
    price,
    terms,
    answerable: { channel, status },
  }: {
    listing: OfferedListing | undefined
    price: StoredPrice
    terms: OfferTerms
    answerable: ReturnType<typeof findAnswerableInquiry>
  },
) => ({
  ...{ conversation_id: conversationId, channel, status: 'active' as const, inquiry_status: status },
  ...{ listing_id: listing?.id ?? null, airbnb_id: listing?.airbnb_id ?? null },
  ...{ check_in: terms.checkIn, check_out: terms.checkOut, guests: terms.guests },
  ...{ price, currency: terms.currency, message: body.message ?? null },
  ...{ expires_at: null, created_at: null },
})

/** What recording the offer needs, also when another process does it. */
function toOfferAct(
  thread: InquiryThread,
  {
    offerId,
    terms,
    ...offered
  }: { offerId: string; terms: OfferTerms } & Pick<
    OfferAct['offer'],
    'connectionId' | 'listingId' | 'channel' | 'price' | 'message'
  >,
): OfferAct {
  const { id: inquiryId, externalId, conversationExternalId, status } = findInquiry(thread, 'send_offer')
  return {
    offerId,
    inquiryExternalId: externalId,
    conversationExternalId,
    from: status,
    offer: { conversationId: thread.id, inquiryId, ...terms, ...offered },
  }
}

const toVendorOffer = (
  { externalId, conversationExternalId }: ReturnType<typeof findAnswerableInquiry>,
  listing: OfferedListing | undefined,
  { terms, price, message }: { terms: OfferTerms; price: StoredPrice; message: string | undefined },
): OfferDraft => ({
  inquiryExternalId: externalId,
  conversationExternalId,
  listingExternalId: listing?.external_id ?? null,
  ...terms,
  ...price,
  ...(message === undefined ? {} : { message }),
})

const refusedOfferError = (error: VendorError, provider: string, thread: InquiryThread): ApiError =>
  error.reason === 'duplicate'
    ? new ApiError('offer_already_sent', undefined, channelOf(thread), { cause: error })
    : refusedAnswerError(error, provider, thread)

export async function sendOffer(
  context: RouteWriteContext,
  id: string,
  body: SpecialOfferBody,
  dryRun: boolean,
): Promise<SpecialOffer> {
  const { services, scope } = context
  const thread = await findInquiryThread(services, scope, id)
  const writes = findOfferOperations(thread, services)
  const provider = findRelayConnector(thread, services).manifest.id
  assertOffer(body, writes.price, channelOf(thread))
  const listing = await findOfferedListing(context, thread, body.listingId)
  const access = await accessOf(services, scope, thread)
  const { idempotencyKey } = context
  const isFirst = idempotencyKey === undefined
  const known = isFirst ? undefined : await actOfKey(services.db, scope, idempotencyKey)
  // A repeated request that began before midnight is still the same offer.
  if (!known) await assertNights(context, thread, listing, body)
  const price = priceOf(body)
  const terms = termsOf(body, listing)
  if (dryRun || isFirst) {
    const answerable = findAnswerableInquiry(thread, 'send_offer')
    const draft = draftOffer(thread.id, body, { listing, price, terms, answerable })
    if (dryRun) return { ...toOffer(draft, services.clock.now()), ...toPmsField({ provider }), dryRun: true }
  }
  const key = actKeyFor(context.idempotencyKey)
  // Keep the id for as long as it is the same offer.
  const earlier = known?.kind === 'send_offer' ? (known.request as OfferAct | null)?.offerId : undefined
  const offerId = earlier ?? (await newId(services.db, scope, 'special_offers'))
  const kept = toOfferAct(thread, {
    ...{ offerId, terms, price },
    connectionId: access.connection.id,
    listingId: listing?.id ?? null,
    channel: channelOf(thread).channel ?? provider,
    message: body.message ?? null,
  })
  const done = await actOnce<StandingOffer>(access, key, {
    kind: 'send_offer',
    request: [id, body],
    kept,
    async send(vendor) {
      const inquiry = findAnswerableInquiry(await findInquiryThread(services, scope, id), 'send_offer')
      const draft = toVendorOffer(inquiry, listing, { terms, price, message: body.message })
      return writes.send(vendor, draft)
    },
    find: (vendor, connector, since) => findOffer(vendor, connector, kept, since),
    refused: (error) => refusedOfferError(error, provider, thread),
    unknown: (message, retryAfter) => unknownAnswerError(thread, message, retryAfter, offerId),
  })
  return writeOnce(context, async (tx) => {
    const now = services.clock.now()
    const storedId = await recordOffer(await openWrite(tx, scope, now), kept, done)
    await closeAct(tx, scope, key)
    const row = await offer(tx, scope, id, storedId, now)
    if (!row) throw new Error('the offer was not stored')
    return { ...toOffer(row, now), ...toPmsField({ provider, externalId: done.externalId }) }
  })
}

/** How soon a repeated request may find the offer's outcome. */
const openOfferSeconds = 10

export async function findStoredOffer(
  services: Services,
  scope: Scope,
  thread: InquiryThread,
  offerId: string,
): Promise<OfferColumns> {
  const row = await offer(services.db, scope, thread.id, offerId, services.clock.now())
  if (row) return row
  if (await isOfferOpen(services.db, scope, thread.id, offerId))
    throw unknownAnswerError(thread, 'it was not answered', openOfferSeconds, offerId)
  throw new ApiError('not_found', `No special offer ${offerId} in conversation ${thread.id}.`)
}

export async function readOffer(
  services: Services,
  scope: Scope,
  id: string,
  offerId: string,
): Promise<SpecialOffer> {
  const thread = await findInquiryThread(services, scope, id)
  return toOffer(await findStoredOffer(services, scope, thread, offerId), services.clock.now())
}

export async function withdrawSpecialOffer(
  context: RouteWriteContext,
  id: string,
  offerId: string,
  dryRun: boolean,
): Promise<{ id: string; conversationId: string; channel: string; status: 'withdrawn'; dryRun?: true }> {
  const { services, scope } = context
  const thread = await findInquiryThread(services, scope, id)
  const stored = await findStoredOffer(services, scope, thread, offerId)
  const writes = findOfferOperations(thread, services)
  const provider = findRelayConnector(thread, services).manifest.id
  const reply = {
    id: offerId,
    conversationId: id,
    channel: stored.channel,
    status: 'withdrawn' as const,
  }
  // Withdrawing a withdrawn offer changes nothing.
  if (stored.status === 'withdrawn') return dryRun ? { ...reply, dryRun: true } : reply
  const now = services.clock.now()
  const status = shownOffer(stored.status, stored.inquiry_status, { expiresAt: stored.expires_at, now })
  if (afterOffer(status, 'withdraw') === undefined) {
    throw new ApiError(
      'inquiry_no_longer_open',
      `Special offer ${offerId} is ${status}; it cannot be taken back.`,
      channelOf(thread),
    )
  }
  const access = await accessOf(services, scope, thread)
  if (dryRun) return { ...reply, dryRun: true }
  const key = actKeyFor(context.idempotencyKey)
  const asked = findInquiry(thread, 'send_offer')
  const kept: WithdrawalAct = {
    offerId,
    externalId: stored.external_id,
    inquiryId: stored.inquiry_id,
    inquiryExternalId: asked.externalId,
    conversationExternalId: asked.conversationExternalId,
  }
  await actOnce<object>(access, key, {
    kind: 'withdraw_offer',
    request: [id, offerId],
    kept,
    async send(vendor) {
      const { externalId, inquiryExternalId, conversationExternalId } = kept
      await writes.withdraw(vendor, { externalId, inquiryExternalId, conversationExternalId })
      return {}
    },
    find: (vendor, connector) => findWithdrawal(vendor, connector, kept),
    refused: (error) => refusedAnswerError(error, provider, thread),
    unknown: (message, retryAfter) => unknownAnswerError(thread, message, retryAfter),
  })
  return writeOnce(context, async (tx) => {
    await recordWithdrawal(await openWrite(tx, scope, services.clock.now()), kept)
    await closeAct(tx, scope, key)
    return reply
  })
}
