import type { ListingRecord } from '../../contract/records.ts'
import { appendEvents, openWrite, type Write } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import { listingEvents } from './events.ts'
import { holdBack } from './held-back.ts'
import { linkListings, listingsOfOurs } from './ours-queries.ts'
import { withoutNull, applyOwnValues } from './own-values.ts'
import { canonicalJson, contentHash } from '../canonical.ts'
import {
  importOf,
  keepLastOfEach,
  emptyApplied,
  resolveReference,
  type AppliedBatch,
  type RecordBatch,
  type FollowUp,
} from '../batch.ts'
import { insertHistory } from '../history-queries.ts'
import {
  insertListings,
  linkedListings,
  noteSources,
  storedListings,
  updateListings,
  type ListingToStore,
  type StoredListing,
} from './store-queries.ts'
import { publishConflicts } from '../reservations/publish.ts'
import { listingsWithOtherCategories, setCategories } from './category-queries.ts'
import { noteListingChanges } from './note-changes.ts'
import { findPreviousListings } from './relinked.ts'
import { shownChannels } from './revise-queries.ts'
import { moveStayInstants } from '../reservations/instants.ts'
import { replaceChannelLinks } from './channel-link-queries.ts'
import type { ChannelLinkRow } from './channel-link-queries.ts'
import { accountIds } from '../account-row-queries.ts'

interface ListingCandidate {
  record: ListingRecord
  hash: string
}

/**
 * Stores listings with their channel links. A listing thought gone comes back when it is sent again. If somebody else
 * keeps it, the connection is only linked, for stays and threads.
 */
export async function applyListings(
  batch: RecordBatch,
  given: readonly ListingRecord[],
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const records = keepLastOfEach(given)
  if (records.length === 0) return emptyApplied
  await linkOurs(batch, records)
  const linked = await linkedListings(
    tx,
    scope,
    connection.id,
    records.map(({ externalId }) => externalId),
  )
  await noteCategories(
    batch,
    records.filter(({ externalId }) => linked.get(externalId)?.is_kept === false),
  )
  const candidates = records
    .map((record): ListingCandidate => ({ record, hash: contentHash(record) }))
    .filter(({ record, hash }) => {
      const known = linked.get(record.externalId)
      return !known || (known.is_kept && known.hash !== hash)
    })
  return candidates.length === 0 ? emptyApplied : storeListings(batch, candidates)
}

/** A vendor that fetches our feeds reports our listings, so they are linked instead of added. */
async function linkOurs(
  { tx, scope, connection, now }: RecordBatch,
  records: readonly ListingRecord[],
): Promise<void> {
  const named = records.flatMap(({ externalId, ours }) => (ours ? [{ externalId, ...ours }] : []))
  if ((await listingsOfOurs(tx, scope, connection.id, named)).length === 0) return
  const write = await openWrite(tx, scope, now)
  const found = await listingsOfOurs(tx, scope, connection.id, named)
  await linkListings(tx, scope, connection.id, found, write.at)
}

/** Of listings that somebody else keeps, only the channel's permission to write is taken over. */
async function noteCategories(batch: RecordBatch, records: readonly ListingRecord[]): Promise<void> {
  const { tx, scope, connection, now, origin, runId } = batch
  const links = records.flatMap(({ channels = [] }) =>
    channels.flatMap(({ platform, externalId, syncCategory }) =>
      syncCategory !== undefined && platform === connection.provider
        ? [{ external_id: externalId, sync_category: syncCategory }]
        : [],
    ),
  )
  if ((await listingsWithOtherCategories(tx, scope, connection, links)).length === 0) return
  const write = await openWrite(tx, scope, now)
  const ids = await listingsWithOtherCategories(tx, scope, connection, links)
  const before = await shownChannels(tx, scope, ids)
  await setCategories(tx, scope, connection, links)
  const changes = ids.map((id) => ({
    id,
    change: 'updated' as const,
    previous: { channels: before.get(id) ?? [] },
  }))
  await noteListingChanges(write, changes, { origin, runId, quiet: connection.importing })
}

/** The listings of a batch as they are to be stored, with what was stored before. */
interface ListingBatch {
  batch: RecordBatch
  write: Write
  candidates: readonly ListingCandidate[]
  stored: ReadonlyMap<string, StoredListing>
  /** In the order of the candidates. */
  rows: readonly ListingToStore[]
  added: readonly ListingToStore[]
}

/** The stages of storing a batch, all under the workspace's head row. */
async function storeListings(
  batch: RecordBatch,
  candidates: readonly ListingCandidate[],
): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
  const write = await openWrite(tx, scope, now)
  const externalIds = candidates.map(({ record }) => record.externalId)
  const stored = await storedListings(tx, scope, connection.id, externalIds)
  const rows = await rowsOf(batch, write, candidates, stored)
  const added = rows.filter((row) => !stored.has(row.external_id))
  const listings = { batch, write, candidates, stored, rows, added }
  await insertListings(tx, scope, connection.id, added, write.at)
  const history = await replaceLinks(listings)
  const { back, repriced } = await storeChanges(listings, new Set(history.map(({ id }) => id)))
  await insertHistory(tx, scope, history, { origin: batch.origin, runId: batch.runId, at: write.at })
  // What a first import finds was there before anybody listened.
  if (!connection.importing) await appendEvents(write, await listingEvents(tx, scope, history, write.at))
  // A single home has no rooms.
  const hotels = rows.filter((row) => row.model === 'hotel')
  // Their nights have another currency or other units now, or were unread while the listing was gone.
  const renewed = new Set([...added, ...back, ...repriced])
  return {
    changed: history.length,
    failures: [],
    followUps: [
      ...hotels.map(({ external_id }): FollowUp => ({ entity: 'units', externalId: external_id })),
      ...[...renewed].map(({ external_id }): FollowUp => ({ entity: 'calendar', externalId: external_id })),
    ],
  }
}

/** Replaces the channel links. Answers the history of all listings that changed, links included. */
async function replaceLinks({ batch, write, candidates, stored, rows }: ListingBatch) {
  const { tx, scope } = batch
  const links = candidates.flatMap(({ record }, i) => (rows[i] ? linksOf(record, rows[i].id) : []))
  const relinked = await replaceChannelLinks(tx, scope, links, {
    of: candidates.flatMap(({ record }, i) => (record.channels ? (rows[i]?.id ?? []) : [])),
    at: write.at,
  })
  const linksBefore = (row: ListingToStore) => {
    const known = relinked.has(row.id) ? stored.get(row.external_id) : undefined
    const own = links.filter(({ listing_id: id }) => id === row.id)
    return known ? findPreviousListings(known, own) : {}
  }
  return rows
    .map((row) => historyOf(row, stored.get(row.external_id), linksBefore(row)))
    .filter((change) => isChange(change) || relinked.has(change.id))
}

/** Stores changed listings, and what follows for their stays. Answers those whose nights are read again. */
async function storeChanges(
  { batch, write, stored, rows, added }: ListingBatch,
  changed: ReadonlySet<string>,
): Promise<{ back: ListingToStore[]; repriced: ListingToStore[] }> {
  const { tx, scope } = batch
  const updates = rows.filter((row) => stored.has(row.external_id) && changed.has(row.id))
  await updateListings(tx, scope, updates, write.at)
  const back = updates.filter((row) => stored.get(row.external_id)?.is_archived)
  await holdBack(write, idsOf([...added, ...back]))
  const unchanged = rows.filter((row) => !changed.has(row.id))
  await noteSources(tx, scope, unchanged)
  const differing = (...names: ('currency' | 'time_zone' | 'unit_count')[]) =>
    updates.filter((row) => names.some((name) => stored.get(row.external_id)?.columns[name] !== row[name]))
  await moveStayInstants(batch, idsOf(differing('time_zone')))
  await publishConflicts(write, batch, idsOf(differing('time_zone', 'unit_count')), {
    importing: importOf(batch.connection),
  })
  return { back, repriced: differing('currency', 'unit_count') }
}

const idsOf = (rows: readonly ListingToStore[]) => rows.map(({ id }) => id)

async function rowsOf(
  { tx, scope, connection }: RecordBatch,
  write: Write,
  candidates: readonly ListingCandidate[],
  stored: ReadonlyMap<string, StoredListing>,
): Promise<ListingToStore[]> {
  const accounts = await accountIds(
    write,
    connection,
    candidates.flatMap(({ record }) => record.accountExternalId ?? []),
  )
  const next = await newIds(tx, scope, 'listings', candidates.length - stored.size)
  return candidates.map(({ record, hash }) => {
    const accountId = resolveReference(accounts, record.accountExternalId) ?? connection.accountId
    const known = stored.get(record.externalId)
    const row = toRow(record, hash, known?.id ?? next(), accountId)
    return known ? applyOwnValues(row, known.own) : row
  })
}

function toRow(record: ListingRecord, hash: string, id: string, accountId: string | null): ListingToStore {
  return {
    id,
    external_id: record.externalId,
    account_id: accountId,
    model: record.model,
    name: record.name,
    public_name: record.publicName ?? null,
    street: record.street ?? null,
    city: record.city ?? null,
    state: record.state ?? null,
    postal_code: record.postalCode ?? null,
    country_code: record.countryCode ?? null,
    latitude: record.latitude ?? null,
    longitude: record.longitude ?? null,
    time_zone: record.timeZone ?? null,
    currency: record.currency ?? null,
    lifecycle_status: record.lifecycleStatus ?? null,
    thumbnail_url: record.thumbnailUrl ?? null,
    default_nightly_price: record.defaultNightlyPrice ?? null,
    min_nights: record.minNights ?? null,
    max_nights: record.maxNights ?? null,
    unit_count: record.unitCount,
    content: record.content ? withoutNull(record.content) : null,
    details: record.details ? withoutNull(record.details) : null,
    amenities: record.amenities ?? [],
    photos: record.photos ?? [],
    source_hash: hash,
  }
}

function linksOf(record: ListingRecord, listingId: string): ChannelLinkRow[] {
  return (record.channels ?? []).map((link) => ({
    listing_id: listingId,
    platform: link.platform,
    external_id: link.externalId,
    hotel_id: link.hotelId ?? null,
    active: link.active,
    sync_enabled: link.syncEnabled ?? true,
    sync_category: link.syncCategory ?? null,
    markup_percent: link.markupPercent ?? null,
  }))
}

const inApiSpelling = (column: string) =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const notCompared = new Set(['id', 'external_id', 'account_id', 'source_hash'])
/** The database returns these with another number of zeros. */
const decimals = new Set(['latitude', 'longitude', 'default_nightly_price'])

function differs(name: string, a: unknown, b: unknown): boolean {
  if (canonicalJson(a) === canonicalJson(b)) return false
  return !(decimals.has(name) && typeof a === 'string' && typeof b === 'string' && Number(a) === Number(b))
}

/** Returns prior values of the differing columns, under their API names. */
function historyOf(
  row: ListingToStore,
  stored: StoredListing | undefined,
  linksBefore: Record<string, unknown>,
) {
  const about = { type: 'listing', id: row.id }
  if (!stored) return { ...about, revision: 1, change: 'created' as const, previous: {}, isMoved: false }
  const old: Record<string, unknown> = stored.columns
  const changed = Object.entries(row).filter(
    ([name, value]) => !notCompared.has(name) && differs(name, value, old[name]),
  )
  const columns = Object.fromEntries(changed.map(([name]) => [inApiSpelling(name), old[name]]))
  const previous = { ...columns, ...linksBefore }
  const isMoved = stored.is_archived || row.account_id !== old.account_id
  return { ...about, revision: stored.revision + 1, change: 'updated' as const, previous, isMoved }
}

/** Reading back what was written here is no change; a return or a move between accounts is. */
const isChange = ({ change, previous, isMoved }: ReturnType<typeof historyOf>) =>
  change === 'created' || isMoved || Object.keys(previous).length > 0
