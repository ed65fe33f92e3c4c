/** Which listing is what on which channel, read live from the old systems, never from storage. */
import type { ChannelMap, ChannelMapRow, ChannelMapSource } from '../../contract/channel-map.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { connectionAccess } from '../../upstream/access.ts'
import { servicesIn } from '../../upstream/sandbox-vendor/public.ts'
import { findConnector } from '../accounts/public.ts'
import { importedListings, type ImportedListing } from './channel-queries.ts'
import { findMigration } from './migrations.ts'
import { sourceRows, type MigrationSourceRow } from './queries.ts'
import { readLinks } from './read-links.ts'
import type { LinkedListingRecord } from '../../contract/records.ts'

/** An old system's channel links as rows of a channel map. Pure. */
type Link = LinkedListingRecord['links'][number]
type Links = Pick<ChannelMapRow, 'airbnb' | 'booking' | 'vrbo'>

const shown: { [K in keyof Links]: (link: Link) => NonNullable<Links[K]> } = {
  airbnb: plain,
  booking: ({ externalId, roomId }) => ({ hotelId: externalId, roomId: roomId ?? null }),
  vrbo: plain,
}

function plain({ externalId, url }: Link) {
  return { listingId: externalId, ...(url ? { url } : {}) }
}

/** One row, unless a channel has the listing several times. */
function rowsOf(about: Omit<ChannelMapRow, keyof Links>, links: readonly Link[]): ChannelMapRow[] {
  const on = (platform: keyof Links) => links.filter((link) => link.platform === platform)
  const [airbnb, booking, vrbo] = [on('airbnb'), on('booking'), on('vrbo')]
  const count = Math.max(1, airbnb.length, booking.length, vrbo.length)
  const nth = <T>(some: readonly Link[], i: number, show: (link: Link) => T): T | null => {
    const link = some[i]
    return link === undefined ? null : show(link)
  }
  return Array.from({ length: count }, (_, i) => ({
    ...about,
    airbnb: nth(airbnb, i, shown.airbnb),
    booking: nth(booking, i, shown.booking),
    vrbo: nth(vrbo, i, shown.vrbo),
  }))
}

/** Longer than a few hundred listings take at any vendor's limit, shorter than most callers wait. */
const usualPatienceMs = 8_000

interface ChannelMapReading {
  source: ChannelMapSource
  rows: ChannelMapRow[]
}

/** Reads all accounts concurrently, so that a slow one does not delay the others. */
export async function readChannelMap(
  services: Services,
  scope: Scope,
  workspaceId: string,
  patienceMs = usualPatienceMs,
): Promise<ChannelMap> {
  const row = await findMigration(services.db, scope, workspaceId)
  const child: Scope = { workspaceId: row.id }
  const readAt = services.clock.now().toISOString()
  const sources = await sourceRows(services.db, scope, [row.id])
  const imported = await importedListings(services.db, child)
  const read = await Promise.all(
    sources.map((source) => readSource(services, child, source, { imported, patienceMs })),
  )
  return {
    data: {
      workspaceId: row.id,
      readAt,
      sources: read.map(({ source }) => source),
      listings: read.flatMap(({ rows }) => rows),
    },
  }
}

async function readSource(
  services: Services,
  child: Scope,
  { id, provider }: MigrationSourceRow,
  { imported, patienceMs }: { imported: readonly ImportedListing[]; patienceMs: number },
): Promise<ChannelMapReading> {
  const source = { connectionId: id, provider }
  const { operations, manifest } = findConnector(servicesIn(services, child), provider)
  if (!operations.channelLinks) {
    const { channels: reason } = manifest.notes
    const why = reason === undefined ? {} : { reason }
    return { source: { ...source, supported: false, ...why, error: null }, rows: [] }
  }
  const access = await connectionAccess(services, child, id)
  if (!access) throw new Error(`connection ${id} is gone`)
  const { listings, error } = await readLinks(access, patienceMs)
  const here = new Map(
    imported.filter((one) => one.connection_id === id).map((one) => [one.external_id, one]),
  )
  return {
    source: { ...source, supported: true, error: error ?? null },
    rows: listings.flatMap(({ externalId, name, links }) => {
      const known = here.get(externalId)
      const about = {
        ...source,
        listingId: known?.listing_id ?? null,
        name: name ?? known?.name ?? null,
        externalListingId: externalId,
      }
      return rowsOf(about, links)
    }),
  }
}
