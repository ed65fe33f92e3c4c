/** Opens a section for writing, and reads it back once it was written. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type {
  ContentSection,
  ContentSections,
  ItemSection,
} from '../../../../contract/channel-content/sections.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import { closeAct } from '../../../../upstream/acts/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { assertSynchronised, explainForbidden } from './assert-synchronised.ts'
import { findLink, type AirbnbLink } from './find-link.ts'
import { openHostAccess } from './host-access.ts'
import { storeSection } from './queries.ts'
import { tryFetchSection } from './read-section.ts'
import { withSectionLock } from './with-section-lock.ts'

/** What every write to a section names. */
export interface SectionTarget {
  listingId: string
  /** `airbnbConnectionId` of the request. */
  named: string | undefined
  dryRun: boolean
}

export interface OpenSection {
  link: AirbnbLink
  access: ConnectionAccess
}

/** Throws where the host is known to forbid writing the section. */
export async function openSection(
  { services, scope }: RouteWriteContext,
  { listingId, named }: SectionTarget,
  section: ContentSection,
): Promise<OpenSection> {
  const link = await findLink(services, scope, listingId, named)
  assertSynchronised(link, section)
  return { link, access: await openHostAccess(services, scope, link, { isWritten: true }) }
}

export interface SectionEdit<S extends ContentSection, D, R> {
  section: S
  send(): Promise<D>
  /** Runs in the transaction that stores the section; `content` null: it cannot be read now. */
  answer(tx: Queryable, done: D, content: ContentSections[S]['content'] | null): Promise<R>
}

/** Sends an edit under the section's lock, then stores the section as read back, with the answer. */
export function editSection<S extends ContentSection, D, R>(
  write: RouteWriteContext,
  { link, access }: OpenSection,
  { section, send, answer }: SectionEdit<S, D, R>,
): Promise<R> {
  const { services, scope } = access
  return withSectionLock(services, scope, link, section, async (holder) => {
    const result = await send()
    const readAt = services.clock.now()
    const content = await tryFetchSection(access, link, section)
    return writeOnce(write, async (tx) => {
      if (content !== null)
        await storeSection(tx, scope, link, { section, content, readAt, lockedFields: null, holder })
      return answer(tx, result, content)
    })
  })
}

/** Finishes an act on an item without its request: stores the section as read back. */
export async function recordItemAct(
  access: ConnectionAccess,
  key: string,
  { section, externalId }: { section: ItemSection; externalId: string },
): Promise<void> {
  const { services, scope, connection } = access
  const link = { connectionId: connection.id, externalId }
  const readAt = services.clock.now()
  const content = await tryFetchSection(access, link, section)
  await services.db.transaction().execute(async (tx) => {
    if (content !== null)
      await storeSection(tx, scope, link, { section, content, readAt, lockedFields: null, holder: null })
    await closeAct(tx, scope, key)
  })
}

/** The error of a refused item, which says whether the host forbids this part of the listing. */
export async function explainItemError(
  { access, link }: OpenSection,
  section: ItemSection,
  error: unknown,
): Promise<unknown> {
  const isForbidden =
    error instanceof ApiError && error.cause instanceof VendorError && error.cause.status === 403
  return isForbidden ? explainForbidden(access, link, section, error) : error
}
