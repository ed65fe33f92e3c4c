/** Nights and settings of an Airbnb listing together. */
import { addDays } from '../../../../connector-kit/dates.ts'
import type { DataFreshness } from '../../../../contract/freshness.ts'
import type { ContentSections } from '../../../../contract/channel-content/sections.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { windowOf } from '../../../night-window.ts'
import { linkAt } from '../content/link.ts'
import { freshnessAt, liveSection, sectionOf } from '../content/read.ts'
import { nightsAt, type ReadNights } from './read-nights.ts'

const usualNights = 30

interface Asked {
  services: Services
  scope: Scope
  params: { id: string }
  query: { airbnbConnectionId?: string; from?: string; to?: string; source?: 'cache' | 'live' }
}

export interface ReadCalendar<S extends 'pricing' | 'availabilityRules'> extends Omit<ReadNights, 'readAt'> {
  settings: ContentSections[S]['content']
  dataFreshness: DataFreshness
}

export async function readCalendar<S extends 'pricing' | 'availabilityRules'>(
  { services, scope, params, query }: Asked,
  section: S,
): Promise<ReadCalendar<S>> {
  const from = query.from ?? services.clock.now().toISOString().slice(0, 10)
  const first = windowOf({ from, to: from }).from
  const window = windowOf({ from, to: query.to ?? addDays(first, usualNights) })
  const link = await linkAt(services, scope, params.id, query.airbnbConnectionId)
  const isLive = query.source === 'live'
  const read = isLive ? liveSection : sectionOf
  const { content: settings, readAt } = await read(services, scope, link, section)
  const { data, source, readAt: nightsReadAt } = await nightsAt(services, scope, link, window, isLive)
  const oldest = nightsReadAt === undefined ? readAt : olderOf(readAt, nightsReadAt)
  return { data, source, settings, dataFreshness: freshnessAt(services, scope, [{ link, readAt: oldest }]) }
}

/** null: nobody knows how old, and nothing is older. */
const olderOf = (a: Date | null, b: Date | null): Date | null =>
  a === null || b === null ? null : a < b ? a : b
