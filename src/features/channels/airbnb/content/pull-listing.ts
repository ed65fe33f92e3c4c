/** Reads all content of an Airbnb listing now. */
import { randomUUID } from 'node:crypto'
import { minPullSeconds, type AirbnbPulled } from '../../../../contract/channel-airbnb-pull.ts'
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import { unsupported } from '../../../../upstream/errors.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { readSoon } from '../../../sync/public.ts'
import { provider } from '../accounts.ts'
import { asAirbnb } from '../errors.ts'
import { openHostAccess } from './host-access.ts'
import { findLink, linkId, findLinks, type AirbnbLink } from './find-link.ts'
import { sectionLockedUntil, lockSection, unlockSection } from './queries.ts'
import { fetchAndStoreSection } from './read-section.ts'

/** Section names in publishing, which differ for some. */
const publishedNames: Record<ContentSection, string> = {
  amenities: 'amenities',
  availabilityRules: 'availability',
  bookingSettings: 'policies',
  checkInGuide: 'checkin_guide',
  checkOutGuide: 'checkout_tasks',
  descriptions: 'description',
  details: 'details',
  permits: 'permits',
  photos: 'photos',
  pricing: 'pricing',
  publication: 'publication',
  quality: 'quality',
  rooms: 'rooms',
  safetyDisclosures: 'safety_disclosures',
}

/** Pseudo-section whose lock limits how often a listing is pulled. */
const pace = 'pull'

const pulledTooSoonError = (listingId: string, next: Date, now: Date): ApiError => {
  const seconds = Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1000))
  return new ApiError(
    'rate_limit_exceeded',
    `Listing ${listingId} was pulled less than ${minPullSeconds / 60} minutes ago.`,
    { nextPullAvailableAt: next.toISOString(), retry_after: seconds },
    {
      fix: 'Wait until `nextPullAvailableAt`; what was read is there until then.',
    },
  )
}

export function pullListing(
  context: RouteWriteContext,
  { listingId, named }: { listingId: string; named: string | undefined },
): Promise<AirbnbPulled> {
  return asAirbnb(
    context,
    (pulled: AirbnbPulled) => pulled,
    async (write) => {
      const { services, scope } = write
      const link = await findLink(services, scope, listingId, named)
      const access = await openHostAccess(services, scope, link, { isWritten: false })
      const [first = link] = await findLinks(services, scope, listingId)
      const now = services.clock.now()
      const next = new Date(now.getTime() + minPullSeconds * 1000)
      const hold = { section: pace, holder: randomUUID() }
      if (!(await lockSection(services.db, scope, first, { ...hold, now, until: next })))
        throw pulledTooSoonError(
          listingId,
          (await sectionLockedUntil(services.db, scope, first, pace)) ?? next,
          now,
        )
      try {
        const { sections, isWhole } = await readSections(access, link)
        return await writeOnce(write, async (tx) => {
          await readSoon(tx, access, [{ entity: 'listings', externalId: link.externalId }])
          return {
            ...{ listingId, channel: provider, connectionId: linkId(link), externalId: link.externalId },
            ...{ refreshedFromChannel: isWhole, sections, pulledAt: now.toISOString() },
            ...{ nextPullAvailableAt: next.toISOString(), minIntervalSeconds: minPullSeconds },
          }
        })
      } catch (error) {
        // A pull that read nothing does not count.
        await unlockSection(services.db, scope, first, hold)
        throw error
      }
    },
  )
}

/** Reads one section at a time, so that other calls to Airbnb fit in between. Throws where nothing could be read. */
async function readSections(
  access: ConnectionAccess,
  link: AirbnbLink,
): Promise<{ sections: string[]; isWhole: boolean }> {
  const known = Object.keys(access.connector.operations.channelContent ?? {}) as ContentSection[]
  if (known.length === 0) throw unsupported(provider, 'read what a listing says of itself')
  const sections: string[] = []
  let failure: ApiError | null = null
  for (const section of known) {
    try {
      await fetchAndStoreSection(access, link, section)
      sections.push(publishedNames[section])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failure ??= error
    }
  }
  if (failure !== null && sections.length === 0) throw failure
  return { sections: sections.toSorted(), isWhole: failure === null }
}
