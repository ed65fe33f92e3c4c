/** Adds a listing to an account's feeds or removes it, hides it or shows it again; `channels` shows the result. */
import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '../../../platform/api-error.ts'
import type { Write } from '../../../platform/outbox.ts'
import { noteListingChanges } from '../../../records/listings/note-changes.ts'
import { shownChannels } from '../../../records/listings/revise-queries.ts'
import { currencies } from './feed/facts.ts'
import {
  feedCandidate,
  feedListing,
  putIntoFeeds,
  setHidden,
  takeOutOfFeeds,
  type FeedListing,
} from './listing-queries.ts'

export interface ListingPlacement {
  alreadyMapped: boolean
}

/** Appends the change to the listing's history and events if `channels` shows it. Answers whether it does. */
export async function reportChannelChange(
  write: Write,
  listingId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const { tx, scope } = write
  const before = (await shownChannels(tx, scope, [listingId])).get(listingId) ?? []
  await work()
  const after = (await shownChannels(tx, scope, [listingId])).get(listingId) ?? []
  if (isDeepStrictEqual(before, after)) return false
  const change = { id: listingId, change: 'updated' as const, previous: { channels: before } }
  await noteListingChanges(write, [change], { origin: 'api', runId: null })
  return true
}

/** Throws where the listing cannot be sold at Vrbo from here. */
async function assertSellable({ tx, scope }: Write, listingId: string): Promise<void> {
  const listing = await feedCandidate(tx, scope, listingId)
  if (!listing || listing.archived)
    throw new ApiError('not_found', `No listing ${listingId} in this workspace, or an archived one.`, {
      field: 'listingId',
      value_received: listingId,
    })
  if (!listing.active)
    throw new ApiError('listing_inactive', `Listing ${listingId} is inactive.`, { listing_id: listingId })
  if (listing.keeper !== null)
    throw new ApiError(
      'invalid_state',
      `Listing ${listingId} is kept by ${listing.keeper}: what it says of where the listing is sold would undo this.`,
      { field: 'listingId', currentStatus: `kept by ${listing.keeper}` },
      { fix: 'Have the listing kept here first: map it with `takeOver` on the channel where it is sold.' },
    )
  if (listing.unitCount === 0)
    throw new ApiError('invalid_state', `Nobody knows how many units listing ${listingId} has.`, {
      field: 'listingId',
      currentStatus: 'no units',
    })
  if (listing.currency === null || !currencies.has(listing.currency))
    throw new ApiError(
      'invalid_params',
      `Vrbo takes prices in ${[...currencies].join(', ')}; those of listing ${listingId} are in ${listing.currency ?? 'none'}.`,
      { field: 'listingId', value_received: listing.currency, valid_values: [...currencies] },
    )
}

/** Vrbo would sell a listing twice if two advertisers offer it. */
function assertOneAccount(known: FeedListing | undefined, accountId: string, listingId: string): void {
  if (!known || known.removedAt !== null || known.accountId === accountId) return
  throw new ApiError(
    'invalid_state',
    `Listing ${listingId} is in the feeds of the account ${known.accountId}.`,
    { field: 'accountId', currentStatus: known.accountId },
    { fix: 'Take it out there first, with `syncEnabled` false.' },
  )
}

export async function placeListing(
  write: Write,
  { accountId, listingId, isSold }: { accountId: string; listingId: string; isSold: boolean },
): Promise<ListingPlacement> {
  const { tx, scope, at } = write
  const known = await feedListing(tx, scope, listingId)
  const place = { accountId, listingId }
  const isThere = known?.accountId === accountId && known.removedAt === null
  if (isSold) {
    await assertSellable(write, listingId)
    assertOneAccount(known, accountId, listingId)
  } else if (known?.accountId !== accountId) {
    throw new ApiError('not_found', `Listing ${listingId} is not in the feeds of the account ${accountId}.`, {
      field: 'listingId',
      value_received: listingId,
    })
  }
  if (isThere !== isSold)
    await reportChannelChange(write, listingId, () =>
      isSold ? putIntoFeeds(tx, scope, place, at) : takeOutOfFeeds(tx, scope, place, at),
    )
  return { alreadyMapped: isThere === isSold }
}

/** undefined: it is in no feed. */
export async function hideListing(
  write: Write,
  listingId: string,
  isHidden: boolean,
): Promise<{ accountId: string; changed: boolean } | undefined> {
  // Use the clock that fetches are noted by; the write's own time can be a moment later.
  const { tx, scope, now: at } = write
  const known = await feedListing(tx, scope, listingId)
  if (!known || known.removedAt !== null) return undefined
  const { accountId } = known
  const changed = (known.hiddenAt !== null) !== isHidden
  if (changed)
    await reportChannelChange(write, listingId, () =>
      setHidden(tx, scope, { accountId, listingId }, { isHidden, at }),
    )
  return { accountId, changed }
}
