/** Feed documents of listings as of now. Nights are read where a kind has some; all else comes with the source. */
import { createHash } from 'node:crypto'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { storedNights } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import type { WishedNight } from '../../../records/selling/public.ts'
import { renderAvailability } from './feed/availability.ts'
import { renderConfiguration } from './feed/configuration.ts'
import { renderContent } from './feed/content.ts'
import type { FeedKind } from './feed/facts.ts'
import { feedNights, feedWindow, isPriceable } from './feed/nights.ts'
import { renderRates } from './feed/rates.ts'
import { toContent, toPricing, toRates, toRules } from './map-source.ts'
import type { FeedSource } from './source-queries.ts'

export interface FeedDocument {
  listingId: string
  isActive: boolean
  text: string
  etag: string
  nights: readonly WishedNight[]
}

export async function documentsOf(
  db: Queryable,
  scope: Scope,
  { kind, sources, now }: { kind: FeedKind; sources: readonly FeedSource[]; now: Date },
): Promise<FeedDocument[]> {
  const nights = await nightsOf(db, scope, { kind, sources, now })
  return sources.map((source) => {
    const ofListing = nights.get(source.listingId) ?? []
    const text = rendered[kind](source, ofListing)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    return { listingId: source.listingId, isActive: isActive(source), text, etag, nights: ofListing }
  })
}

/** A listing without a price that Vrbo accepts cannot be sold. */
export const isActive = (source: Pick<FeedSource, 'isShown' | 'currency'>): boolean =>
  source.isShown && isPriceable(source)

const rendered: Record<FeedKind, (source: FeedSource, nights: readonly WishedNight[]) => string> = {
  listing: (source) => renderContent(toContent(source)),
  availability: (source, nights) => renderAvailability(source.listingId, nights),
  rates: (source, nights) =>
    renderRates({ listingId: source.listingId, pricing: toPricing(source), rates: toRates(source), nights }),
  configuration: (source) => renderConfiguration(toRules(source)),
}

export const withNights: ReadonlySet<FeedKind> = new Set(['availability', 'rates'])

async function nightsOf(
  db: Queryable,
  scope: Scope,
  { kind, sources, now }: { kind: FeedKind; sources: readonly FeedSource[]; now: Date },
): Promise<Map<string, WishedNight[]>> {
  if (!withNights.has(kind)) return new Map()
  const stretches = sources.map(({ listingId, timeZone }) => ({
    listingId,
    ...feedWindow(todayAt(timeZone, now)),
  }))
  const stored = Map.groupBy(await storedNights(db, scope, stretches, now), (night) => night.listing_id)
  return new Map(
    sources.map((source) => [
      source.listingId,
      feedNights(stored.get(source.listingId) ?? [], toPricing(source)),
    ]),
  )
}
