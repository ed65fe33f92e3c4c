/** A channel asks while a guest waits, so the answer comes from stored data without a call to any vendor. */
import { setTimeout as pause } from 'node:timers/promises'
import type { StayQuestion } from '../../../connector-kit/app-webhook.ts'
import { addDays } from '../../../connector-kit/dates.ts'
import {
  fullNights,
  holdNights,
  isHeldByOther,
  deleteNightHolds,
  storedNightsOf,
} from '../../../records/calendar/public.ts'
import type { Services } from '../../../services.ts'
import { queueHintedReads } from '../hint/inbound.ts'
import { questionedListings, type QuestionedListing } from './queries.ts'
import { departureOf, reasonBefore, reasonInNights, type StayObjection } from './verdict.ts'

/** A guest who books has this long until the booking is reported and stored. */
const holdMs = 60_000

/** The caller gives up after 8 seconds, and its own calendar then decides. */
const deadlineMs = 3000

export interface InboundVerdict {
  isFree: boolean
  /** Only the log shows it. */
  reason: StayObjection | 'unknown_listing' | 'undecided' | null
}

/**
 * A night that one workspace calls taken is taken. An unknown listing is not refused; what cannot be checked in time is
 * (docs/internals/channel-writes.md).
 */
export async function answerVendor(
  services: Services,
  provider: string,
  question: StayQuestion,
): Promise<InboundVerdict> {
  const late = new AbortController()
  const tooLate = pause(deadlineMs, null, { signal: late.signal }).catch(() => null)
  const found = look(services, provider, question).catch((error: unknown) => {
    services.log.warn({ err: error, provider }, 'a question of a channel could not be looked at')
    return null
  })
  const verdict = await Promise.race([found, tooLate]).finally(() => late.abort())
  return verdict ?? { isFree: false, reason: 'undecided' }
}

async function look(services: Services, provider: string, question: StayQuestion): Promise<InboundVerdict> {
  const { db, clock } = services
  const now = clock.now()
  const listings = await questionedListings(db, { provider, ...question }, now)
  if (listings.length === 0) return { isFree: true, reason: 'unknown_listing' }
  const before = listings.map((listing) => reasonBefore(listing, question, now)).find(Boolean)
  if (before !== undefined) return { isFree: false, reason: before }
  // Nights are held before they are looked at, so of two sales at once one sees the other.
  const holds = holdsOf(listings, question)
  const held = await Promise.all(holds.map((wanted) => isHeld(services, wanted, now)))
  const verdict: InboundVerdict = held.includes(false)
    ? { isFree: false, reason: 'taken' }
    : await lookAtNights(services, listings, question, now)
  if (!verdict.isFree)
    await Promise.all(
      holds.filter((_, place) => held[place]).map(({ scope, hold }) => deleteNightHolds(db, scope, hold)),
    )
  return verdict
}

/** Only a question with a confirmation code comes from a guest who books; others hold nothing. */
function holdsOf(listings: readonly QuestionedListing[], question: StayQuestion) {
  const { confirmationCode, checkIn } = question
  if (confirmationCode === null) return []
  return listings.map(({ workspaceId, listingId, own }) => ({
    scope: { workspaceId },
    hold: { listingId, confirmationCode, checkIn, checkOut: departureOf(question) },
    isKnown: own.length > 0,
  }))
}

/** A unit is held for one guest at a time, the one who asked first. */
function isHeld(
  { db }: Services,
  { scope, hold, isKnown }: ReturnType<typeof holdsOf>[number],
  now: Date,
): Promise<boolean> {
  const { listingId, confirmationCode: askedBy, checkIn: first, checkOut } = hold
  return holdNights(db, scope, hold, {
    now,
    until: new Date(now.getTime() + holdMs),
    async isFree(tx) {
      if (isKnown || !(await isHeldByOther(tx, scope, hold, now))) return true
      const stretch = { listingId, first, last: addDays(checkOut, -1) }
      return (await fullNights(tx, scope, stretch, { but: null, now, askedBy })).length === 0
    },
  })
}

async function lookAtNights(
  services: Services,
  listings: readonly QuestionedListing[],
  question: StayQuestion,
  now: Date,
): Promise<InboundVerdict> {
  const { db } = services
  const stretch = { first: question.checkIn, last: departureOf(question) }
  const nights = await storedNightsOf(
    db,
    listings.map(({ workspaceId, listingId }) => ({
      scope: { workspaceId },
      stretch: { listingId, ...stretch },
    })),
    now,
  )
  const refusals = listings.flatMap((listing, index) => {
    const reason = reasonInNights(listing, nights[index] ?? [], question)
    return reason === undefined ? [] : [{ listing, reason }]
  })
  for (const { listing } of refusals) readAgain(services, listing, question)
  return refusals[0] ? { isFree: false, reason: refusals[0].reason } : { isFree: true, reason: null }
}

/** The asking account keeps the listing, so its own calendar said yes and ours may be old. Reads it without waiting. */
function readAgain(
  services: Services,
  listing: QuestionedListing,
  { listingExternalId }: StayQuestion,
): void {
  if (listing.keeper !== 'asker') return
  const wanted = [{ entity: 'calendar' as const, externalId: listingExternalId }]
  const scope = { workspaceId: listing.workspaceId }
  queueHintedReads(services, scope, listing.connectionId, wanted).catch((error: unknown) => {
    services.log.warn({ err: error, listing: listing.listingId }, 'a calendar was not asked for')
  })
}
