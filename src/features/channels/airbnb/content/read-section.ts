/** A section as stored, read from the channel if older than a day. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { DataFreshness } from '../../../../contract/freshness.ts'
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { unknownOutcome } from '../../../../upstream/acts/public.ts'
import { isCertain, vendorFailure } from '../../../../upstream/errors.ts'
import { accountsFreshness } from '../../../accounts/public.ts'
import { provider } from '../accounts.ts'
import { readAsAirbnb } from '../errors.ts'
import { openHostAccess, findPart } from './host-access.ts'
import type { AirbnbLink } from './find-link.ts'
import { storeSection, storedSection, type StoredSection } from './queries.ts'

export interface SectionReading<S extends ContentSection> {
  content: ContentSections[S]['content']
  readAt: Date | null
  lockedFields: string[]
}

/** Older content is read again on request. */
const oldAfterMs = 24 * 3_600_000

/** The error for a failed reading of the channel. */
export const readFailedError = (error: VendorError, section: string): ApiError =>
  isCertain(error)
    ? vendorFailure(error, provider, section)
    : unknownOutcome(provider, error.vendorMessage ?? error.message, 1)

const isRead = <S extends ContentSection>(
  stored: StoredSection<S> | undefined,
): stored is SectionReading<S> => stored !== undefined && stored.content !== null

/** Throws an error of the Airbnb routes where it was never read and cannot be. */
export async function readSection<S extends ContentSection>(
  services: Services,
  scope: Scope,
  link: AirbnbLink,
  section: S,
): Promise<SectionReading<S>> {
  const stored = await storedSection(services.db, scope, link, section)
  const age = stored?.readAt ? services.clock.now().getTime() - stored.readAt.getTime() : Infinity
  if (isRead(stored) && age <= oldAfterMs) return stored
  try {
    return await readSectionLive(services, scope, link, section, stored?.lockedFields)
  } catch (error) {
    if (error instanceof ApiError && isRead(stored)) return stored
    throw error
  }
}

/** Reads the section from the channel now. */
export const readSectionLive = <S extends ContentSection>(
  services: Services,
  scope: Scope,
  link: AirbnbLink,
  section: S,
  lockedFields?: string[],
): Promise<SectionReading<S>> =>
  readAsAirbnb(async () =>
    fetchAndStoreSection(
      await openHostAccess(services, scope, link, { isWritten: false }),
      link,
      section,
      lockedFields,
    ),
  )

export async function fetchSection<S extends ContentSection>(
  access: ConnectionAccess,
  { externalId }: Pick<AirbnbLink, 'externalId'>,
  section: S,
): Promise<ContentSections[S]['content']> {
  const part = findPart(access, section)
  try {
    return await callConnection(access, (context) => part.read(context, externalId))
  } catch (error) {
    throw error instanceof VendorError ? readFailedError(error, section) : error
  }
}

/** null: it cannot be read now; the next request tries again. */
export async function tryFetchSection<S extends ContentSection>(
  access: ConnectionAccess,
  link: Pick<AirbnbLink, 'externalId'>,
  section: S,
): Promise<ContentSections[S]['content'] | null> {
  try {
    return await fetchSection(access, link, section)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Reads the section from the channel and stores it. */
export async function fetchAndStoreSection<S extends ContentSection>(
  access: ConnectionAccess,
  link: AirbnbLink,
  section: S,
  lockedFields: string[] = [],
): Promise<SectionReading<S>> {
  const { services, scope } = access
  const readAt = services.clock.now()
  const content = await fetchSection(access, link, section)
  await storeSection(services.db, scope, link, { section, content, readAt, lockedFields: null, holder: null })
  return { content, readAt, lockedFields }
}

/** Age of the data: when the sections were read, not the account. */
export const sectionsFreshness = (
  services: Services,
  scope: Scope,
  read: readonly { link: AirbnbLink; readAt: Date | null }[],
): DataFreshness =>
  accountsFreshness(
    services,
    scope,
    read.map(({ link: { host }, readAt }) => ({
      ...host,
      last_success_at: readAt,
      first_import_at: host.first_import_at ?? readAt,
    })),
  )
