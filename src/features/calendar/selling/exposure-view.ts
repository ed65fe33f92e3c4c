/** Sold nights that channels still offer: of one listing, and of the whole workspace. */
import { sellerIds } from '../../../connector-kit/capabilities.ts'
import type { Manifest } from '../../../connector-kit/manifest.ts'
import type { Exposure, ExposureSummary } from '../../../contract/exposure.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt, storedNights } from '../../../records/calendar/public.ts'
import type { Services } from '../../../services.ts'
import { channelNights, exposedLinks, listingLinks } from './exposure-queries.ts'
import { channelNightOf } from '../../../records/selling/public.ts'
import { isUnavailable, firstWritableNight, lastNightAt, lastSoldNightAt } from './desired-nights.ts'
import { earliest, toExposureChannel } from './exposure.ts'

export async function exposureOf(
  { db, clock, connectors }: Pick<Services, 'db' | 'clock' | 'connectors'>,
  scope: Scope,
  listingId: string,
  { from, to }: { from: string; to: string },
): Promise<Omit<Exposure, 'readers' | 'feeds' | 'watchers'>> {
  const isPms = (provider: string) => connectors[provider]?.manifest.category === 'pms'
  const now = clock.now()
  // Read the channels' side first: a sale in between then makes a night exposed, never hidden.
  const stored = await channelNights(db, scope, listingId, { from, to })
  const stretch = { listingId, first: from, last: to }
  const [links, counted] = await Promise.all([
    listingLinks(db, scope, listingId, sellerIds(connectors)),
    storedNights(db, scope, [stretch], now),
  ])
  const leavesOpen = ({ provider, since }: (typeof links)[number]) =>
    since !== null && connectors[provider]?.manifest.sync.requestsLeaveNightsOpen === true
  const accounts = new Set(links.filter(leavesOpen).map(({ connectionId }) => connectionId))
  const countedFor = new Map<string, typeof counted>()
  for (const account of accounts)
    countedFor.set(account, await storedNights(db, scope, [stretch], now, { exceptRequestsOf: account }))
  const shown = links.map((link) => {
    const nights = (leavesOpen(link) && countedFor.get(link.connectionId)) || counted
    const ofLink = stored.filter(
      (night) => night.connectionId === link.connectionId && night.externalId === link.externalId,
    )
    const known = new Map(ofLink.map((night) => [night.date, night]))
    const written = nights.filter((night) => {
      const isKnown = known.has(night.date) || isUnavailable(channelNightOf(night, link))
      return isWritten(night.date, isKnown, now, connectors[link.provider]?.manifest, link.timeZone)
    })
    return toExposureChannel(link, written, known, isPms)
  })
  const exposed = new Set(
    shown.flatMap((channel) => channel.nights.filter((night) => night.exposed).map(({ date }) => date)),
  )
  return {
    listingId,
    from,
    to,
    asOf: now.toISOString(),
    currency: links[0]?.currency ?? null,
    exposedNights: exposed.size,
    exposedSince: earliest(shown.map(({ exposedSince }) => exposedSince)),
    channels: shown,
  }
}

/** Past nights are no longer written, and nights beyond the channel's horizon not yet. */
const isWritten = (
  date: string,
  isKnown: boolean,
  now: Date,
  manifest: Manifest | undefined,
  timeZone: string | null,
) =>
  manifest !== undefined &&
  date >= firstWritableNight(now, manifest, timeZone) &&
  date <= (isKnown ? lastSoldNightAt(now) : lastNightAt(now, manifest))

export async function exposureSummary(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  limit: number,
): Promise<Pick<ExposureSummary, 'data' | 'total'>> {
  const rows = await exposedLinks(db, scope, firstNightAt(clock.now()), limit)
  return {
    data: rows.map(({ provider, externalId, exposedSince, differsSince, total: _total, ...row }) => ({
      ...row,
      channel: provider,
      channelListingId: externalId,
      exposedSince: exposedSince?.toISOString() ?? null,
      differsSince: differsSince?.toISOString() ?? null,
    })),
    total: rows[0]?.total ?? 0,
  }
}
