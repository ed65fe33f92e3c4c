/** A section as it is kept here, read from the channel where it was not for a day. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { DataFreshness } from '../../../../contract/freshness.ts'
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { unknownOutcome } from '../../../../upstream/acts/public.ts'
import { isCertain, vendorFailure } from '../../../../upstream/errors.ts'
import { freshnessOf } from '../../../accounts/public.ts'
import { provider } from '../accounts.ts'
import { toldAsAirbnb } from '../errors.ts'
import { accessOf, partOf } from './access.ts'
import type { Link } from './link.ts'
import { keepSection, keptSection, type KeptSection } from './queries.ts'

export interface ReadSection<S extends ContentSection> {
  content: ContentSections[S]['content']
  readAt: Date | null
  lockedFields: string[]
}

/** What is older is read anew by whoever asks for it. */
const oldAfterMs = 24 * 3_600_000

/** What a failed reading of the channel is answered with. */
export const readingFailed = (error: VendorError, section: string): ApiError =>
  isCertain(error)
    ? vendorFailure(error, provider, section)
    : unknownOutcome(provider, error.vendorMessage ?? error.message, 1)

const isRead = <S extends ContentSection>(kept: KeptSection<S> | undefined): kept is ReadSection<S> =>
  kept !== undefined && kept.content !== null

/** Throws what Airbnb's routes say where it was never read and cannot be. */
export async function sectionOf<S extends ContentSection>(
  services: Services,
  scope: Scope,
  link: Link,
  section: S,
): Promise<ReadSection<S>> {
  const kept = await keptSection(services.db, scope, link, section)
  const age = kept?.readAt ? services.clock.now().getTime() - kept.readAt.getTime() : Infinity
  if (isRead(kept) && age <= oldAfterMs) return kept
  try {
    return await liveSection(services, scope, link, section, kept?.lockedFields)
  } catch (error) {
    if (error instanceof ApiError && isRead(kept)) return kept
    throw error
  }
}

/** Read from the channel now. */
export const liveSection = <S extends ContentSection>(
  services: Services,
  scope: Scope,
  link: Link,
  section: S,
  lockedFields?: string[],
): Promise<ReadSection<S>> =>
  toldAsAirbnb(async () =>
    readNow(await accessOf(services, scope, link, { isWritten: false }), link, section, lockedFields),
  )

/** What the channel shows. */
export async function shownNow<S extends ContentSection>(
  access: ConnectionAccess,
  { externalId }: Pick<Link, 'externalId'>,
  section: S,
): Promise<ContentSections[S]['content']> {
  const part = partOf(access, section)
  try {
    return await callConnection(access, (context) => part.read(context, externalId))
  } catch (error) {
    throw error instanceof VendorError ? readingFailed(error, section) : error
  }
}

/** null: it cannot be read now, and is when somebody asks for it. */
export async function shownOrNull<S extends ContentSection>(
  access: ConnectionAccess,
  link: Pick<Link, 'externalId'>,
  section: S,
): Promise<ContentSections[S]['content'] | null> {
  try {
    return await shownNow(access, link, section)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Reads it from the channel, and keeps it. */
export async function readNow<S extends ContentSection>(
  access: ConnectionAccess,
  link: Link,
  section: S,
  lockedFields: string[] = [],
): Promise<ReadSection<S>> {
  const { services, scope } = access
  const readAt = services.clock.now()
  const content = await shownNow(access, link, section)
  await keepSection(services.db, scope, link, { section, content, readAt, lockedFields: null, holder: null })
  return { content, readAt, lockedFields }
}

/** How old it can be: when this section was read, not when the account was. */
export const freshnessAt = (
  services: Services,
  scope: Scope,
  read: readonly { link: Link; readAt: Date | null }[],
): DataFreshness =>
  freshnessOf(
    services,
    scope,
    read.map(({ link: { host }, readAt }) => ({
      ...host,
      last_success_at: readAt,
      first_import_at: host.first_import_at ?? readAt,
    })),
  )
