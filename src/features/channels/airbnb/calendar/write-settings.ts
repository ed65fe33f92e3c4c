/** Setting what stands beside the nights of an Airbnb listing: prices of stays, and rules. */
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Writing } from '../../../route.ts'
import { readSoon } from '../../../sync/public.ts'
import { linkAt, type Link } from '../content/link.ts'
import type { Section } from '../content/section.ts'
import { writeSection, type SectionWritten, type Wanted } from '../content/write.ts'
import { linkedListing } from './queries.ts'
import { assertSwitchedOn, writableCalendarOf, type CalendarSwitch } from './writer.ts'

interface Guarded<S extends ContentSection> {
  section: Section<S>
  needs: CalendarSwitch
  /** Throws where our calendar says it of every night. */
  assertNotOurs(link: Link, change: Wanted<S>['change']): void
}

export async function writeSettings<S extends ContentSection, R extends object>(
  context: Writing,
  { section, needs, assertNotOurs }: Guarded<S>,
  wanted: Wanted<S>,
  shown: (written: SectionWritten<S>) => R,
): Promise<R> {
  const { services, scope } = context
  const link = await linkAt(services, scope, wanted.listingId, wanted.named)
  const linked = await linkedListing(services.db, scope, link)
  if (!linked) throw new ApiError('not_found')
  const calendar = writableCalendarOf(link, linked, services.connectors)
  assertSwitchedOn(link, [needs])
  if (calendar === 'our_calendar') assertNotOurs(link, wanted.change)
  const alongside: Wanted<S>['alongside'] = async (tx, access, { externalId }) => {
    // Nights that follow these settings are others now.
    if (calendar === 'airbnb_calendar') await readSoon(tx, access, [{ entity: 'calendar', externalId }])
  }
  return writeSection(context, section, { ...wanted, alongside }, shown)
}
