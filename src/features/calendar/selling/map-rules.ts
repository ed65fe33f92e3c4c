/** Rules for mapping a channel listing to a listing, and who writes its calendar. Pure. */
import { takesListings } from '../../../connector-kit/capabilities.ts'
import { missingAccess, type MissingAccess } from '../../../upstream/granted.ts'
import type { Services } from '../../../services.ts'
import type { ConnectionKeeper } from '../../../records/listings/keeper.ts'
import type { ChannelLinkKey } from '../../../records/listings/listing-link-queries.ts'
import type { ChannelUnit, MappedListing } from './map-queries.ts'

export type MappingProblem =
  | { kind: 'no listing' }
  | { kind: 'archived' }
  | { kind: 'inactive'; listing: MappedListing }
  /** A listing can be on this channel once, and another channel listing has it already. */
  | { kind: 'taken'; channel: string; other: string }
  /** Prices would be sent in the wrong currency. */
  | { kind: 'currency'; ours: string; theirs: string }
  /** The account's owner did not grant calendar writes. */
  | { kind: 'not allowed'; access: MissingAccess }
  /** The account's write policy forbids calendar writes. */
  | { kind: 'writes off'; provider: string }
  /** The number of units to sell is unknown. */
  | { kind: 'no units' }
  /** The PMS that keeps it distributes it there: two writers would undo each other's work. */
  | { kind: 'distributed'; provider: string; channel: string }
  /** The channel's connector writes no calendars. */
  | { kind: 'not writable'; provider: string }

/** Channels where a listing exists once; elsewhere it can be several rooms that share what is left. */
export const singleListingChannels: ReadonlySet<string> = new Set(['airbnb'])

/**
 * What becomes of the calendar of a listing that a PMS keeps. `no`: the PMS keeps it and our link only reads. `yes`:
 * we take it over, unless the PMS still distributes it on the channel. `even if distributed`: the caller promises that
 * the PMS will stop.
 */
export type TakeOverMode = 'no' | 'yes' | 'even if distributed'

export const toTakeOver = ({
  takeOver = false,
  evenIfDistributed = false,
}: {
  takeOver?: boolean
  evenIfDistributed?: boolean
}): TakeOverMode => (takeOver ? (evenIfDistributed ? 'even if distributed' : 'yes') : 'no')

export interface MappingCandidate {
  unit: ChannelUnit
  listing: MappedListing | undefined
  sells: boolean
  takeOver: TakeOverMode
  /** Another channel listing of this listing, on channels that allow one. */
  other: string | undefined
  connectors: Services['connectors']
}

export function problemOf({
  unit,
  listing,
  sells,
  takeOver,
  other,
  connectors,
}: MappingCandidate): MappingProblem | null {
  if (!listing) return { kind: 'no listing' }
  if (listing.archived) return { kind: 'archived' }
  if (!listing.active) return { kind: 'inactive', listing }
  if (other !== undefined) {
    const channel = connectors[unit.provider]?.manifest.displayName ?? unit.provider
    return { kind: 'taken', channel, other }
  }
  const pms = calendarWriterOf(listing, unit, connectors)
  if (!sells || (pms !== null && takeOver === 'no')) return null
  const channel = pms === null ? undefined : distributedOn(listing, unit.provider, connectors)
  if (pms !== null && takeOver === 'yes' && channel !== undefined)
    return { kind: 'distributed', provider: pms, channel }
  const place =
    listing.keeper.kind === 'connection' && goesOnSelling(listing.keeper, connectors) ? listing.keeper : null
  const providers = [unit.provider, ...(place ? [place.provider] : [])]
  const unwritable = providers.find((provider) => !connectors[provider]?.operations.calendarWrites)
  if (unwritable !== undefined) return { kind: 'not writable', provider: unwritable }
  const lacking =
    missingAccess(connectors[unit.provider], unit.granted, 'listings') ??
    (place ? missingAccess(connectors[place.provider], place.granted, 'listings') : null)
  if (lacking) return { kind: 'not allowed', access: lacking }
  if (!unit.takesCalendar) return { kind: 'writes off', provider: unit.provider }
  if (place && !place.writePolicy.calendar.availability)
    return { kind: 'writes off', provider: place.provider }
  if (listing.unitCount === 0) return { kind: 'no units' }
  const [ours, theirs] = [listing.currency, unit.currency]
  if (ours !== null && theirs !== null && ours !== theirs) return { kind: 'currency', ours, theirs }
  return null
}

/**
 * The PMS that writes its listings' channel calendars itself; null: we may write. Two writers of one calendar would
 * undo each other's work. A channel manager's own room has no other writer than us once it is mapped.
 */
export function calendarWriterOf(
  { keeper }: Pick<MappedListing, 'keeper'>,
  unit: ChannelLinkKey,
  connectors: Services['connectors'],
): string | null {
  if (keeper.kind === 'us') return null
  const isOwn = keeper.connectionId === unit.connectionId && keeper.externalId === unit.externalId
  return !isOwn && connectors[keeper.provider]?.manifest.category === 'pms' ? keeper.provider : null
}

/** A channel or channel manager that kept the listing becomes one it is sold on; a PMS is no longer written to. */
export function goesOnSelling({ provider }: ConnectionKeeper, connectors: Services['connectors']): boolean {
  const manifest = connectors[provider]?.manifest
  return manifest !== undefined && takesListings(manifest)
}

/** By the PMS's last reading. Which channels a channel manager has is not known, so any may be one of them. */
function distributedOn(
  { channels }: MappedListing,
  seller: string,
  connectors: Services['connectors'],
): string | undefined {
  const isManager = connectors[seller]?.manifest.isChannelManager === true
  return channels.find(
    ({ platform, active, syncEnabled }) => (isManager || platform === seller) && active && syncEnabled,
  )?.platform
}
