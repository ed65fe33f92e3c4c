/** Removes an item of a section once: an act, so that a repeated request gets the first answer instead of `not_found`. */
import type { VendorContext } from '../../../../connector-kit/connector.ts'
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { Removed } from '../../../../contract/channel-content/rooms.ts'
import type { ContentSections, ItemSection } from '../../../../contract/channel-content/sections.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import {
  actOfKey,
  actOnce,
  closeAct,
  isUndone,
  actKeyFor,
  unknownOutcome,
  type ActKinds,
} from '../../../../upstream/acts/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { provider } from '../accounts.ts'
import { asAirbnb } from '../errors.ts'
import { openHostAccess, findPart, findWriter } from './host-access.ts'
import { withSectionLock } from './with-section-lock.ts'
import { idsIn } from './items.ts'
import { findLink, type AirbnbLink } from './find-link.ts'
import { storeSection } from './queries.ts'
import { readFailedError, readSection, tryFetchSection } from './read-section.ts'
import type { AirbnbSection } from './section.ts'
import { assertSynchronised, explainForbidden } from './assert-synchronised.ts'

/** What is stored of the removal, and all that is known once done. */
interface RemovalAct {
  section: ItemSection
  /** External id of the channel listing. */
  externalId: string
  /** The channel's id of the item. */
  id: string
}

interface RemovalRequest<S extends ItemSection> {
  listingId: string
  /** `airbnbConnectionId` of the request. */
  named: string | undefined
  id: string
  /** The change, as the section writes it. */
  change: ContentSections[S]['change']
  dryRun: boolean
}

/** null: the channel still shows the item. */
async function findRemoved(
  vendor: VendorContext,
  access: ConnectionAccess,
  item: RemovalAct,
): Promise<RemovalAct | null> {
  const content = await findPart(access, item.section).read(vendor, item.externalId)
  return idsIn(item.section, content).includes(item.id) ? null : item
}

export function removeItem<S extends ItemSection>(
  context: RouteWriteContext,
  section: AirbnbSection<S>,
  { listingId, named, id, change, dryRun }: RemovalRequest<S>,
): Promise<Removed> {
  return asAirbnb(
    context,
    (removed: Removed) => removed,
    async (write) => {
      const { services, scope } = write
      const link = await findLink(services, scope, listingId, named)
      assertSynchronised(link, section.name)
      const access = await openHostAccess(services, scope, link, { isWritten: true })
      const send = findWriter(findPart(access, section.name), section.name, change)
      const key = actKeyFor(write.idempotencyKey)
      const earlier = await actOfKey(services.db, scope, key)
      // A first request may already have removed it.
      if (!earlier || isUndone(earlier.state)) {
        const { content } = await readSection(services, scope, link, section.name)
        section.assertThere?.(change, content, listingId)
      }
      if (dryRun) return { deleted: false, stored: false, dryRun: true as const }
      return withSectionLock(access.services, scope, link, section.name, async (holder) => {
        const item: RemovalAct = { section: section.name, externalId: link.externalId, id }
        await actOnce<RemovalAct>(access, key, {
          kind: 'remove_channel_content',
          request: [section.name, link.externalId, id],
          kept: item,
          async send(vendor) {
            await send(vendor, { externalId: link.externalId, change })
            return item
          },
          find: (vendor) => findRemoved(vendor, access, item),
          refused: (error) => readFailedError(error, section.name),
          unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
        }).catch((error: unknown) => throwExplained(access, link, section.name, error))
        const readAt = services.clock.now()
        const content = await tryFetchSection(access, link, section.name)
        return writeOnce(write, async (tx) => {
          if (content !== null)
            await storeSection(tx, scope, link, { ...toStored(section.name, content, readAt), holder })
          await closeAct(tx, scope, key)
          return { deleted: true, stored: content !== null }
        })
      })
    },
  )
}

const toStored = <S extends ItemSection>(
  section: S,
  content: ContentSections[S]['content'],
  readAt: Date,
) => ({
  ...{ section, content, readAt, lockedFields: null },
})

async function throwExplained(
  access: ConnectionAccess,
  link: AirbnbLink,
  section: ItemSection,
  error: unknown,
): Promise<never> {
  const isForbidden =
    error instanceof ApiError && error.cause instanceof VendorError && error.cause.status === 403
  throw isForbidden ? await explainForbidden(access, link, section, error) : error
}

export const removalActs: Pick<ActKinds, 'remove_channel_content'> = {
  remove_channel_content: {
    find: (vendor, _, { request }, access) => findRemoved(vendor, access, request as RemovalAct),
    async record(access, { key, request }) {
      const { services, scope, connection } = access
      const { section, externalId } = request as RemovalAct
      const link = { connectionId: connection.id, externalId }
      const readAt = services.clock.now()
      const content = await tryFetchSection(access, link, section)
      await services.db.transaction().execute(async (tx) => {
        if (content !== null)
          await storeSection(tx, scope, link, { ...toStored(section, content, readAt), holder: null })
        await closeAct(tx, scope, key)
      })
    },
  },
}
