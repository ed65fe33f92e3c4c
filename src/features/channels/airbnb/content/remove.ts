/** Removing something of a section, once: an act, so that a repeated request is answered as the first was, and not with its absence. */
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
  keyFor,
  unknownOutcome,
  type ActKinds,
} from '../../../../upstream/acts/public.ts'
import type { Writing } from '../../../route.ts'
import { provider } from '../accounts.ts'
import { asAirbnb } from '../errors.ts'
import { accessOf, partOf, writerOf } from './access.ts'
import { whileHolding } from './hold.ts'
import { idsIn } from './items.ts'
import { linkAt, type Link } from './link.ts'
import { keepSection } from './queries.ts'
import { readingFailed, sectionOf, shownOrNull } from './read.ts'
import type { Section } from './section.ts'
import { assertSynchronised, whyForbidden } from './sync.ts'

/** What is written down of it, and all that is known when it is done. */
interface RemovedItem {
  section: ItemSection
  /** Of the channel listing. */
  externalId: string
  /** The channel's id of it. */
  id: string
}

interface Wanted<S extends ItemSection> {
  listingId: string
  /** `airbnbConnectionId` of the request. */
  named: string | undefined
  id: string
  /** As the section writes it. */
  change: ContentSections[S]['change']
  dryRun: boolean
}

/** Gone, as far as the channel shows; null: it is still there. */
async function findGone(
  vendor: VendorContext,
  access: ConnectionAccess,
  item: RemovedItem,
): Promise<RemovedItem | null> {
  const content = await partOf(access, item.section).read(vendor, item.externalId)
  return idsIn(item.section, content).includes(item.id) ? null : item
}

export function removeItem<S extends ItemSection>(
  context: Writing,
  section: Section<S>,
  { listingId, named, id, change, dryRun }: Wanted<S>,
): Promise<Removed> {
  return asAirbnb(
    context,
    (removed: Removed) => removed,
    async (write) => {
      const { services, scope } = write
      const link = await linkAt(services, scope, listingId, named)
      assertSynchronised(link, section.name)
      const access = await accessOf(services, scope, link, { isWritten: true })
      const send = writerOf(partOf(access, section.name), section.name, change)
      const key = keyFor(write.idempotencyKey)
      const earlier = await actOfKey(services.db, scope, key)
      // What a first request may have removed need not be there any more.
      if (!earlier || isUndone(earlier.state)) {
        const { content } = await sectionOf(services, scope, link, section.name)
        section.assertThere?.(change, content, listingId)
      }
      if (dryRun) return { deleted: false, stored: false, dryRun: true as const }
      return whileHolding(access.services, scope, link, section.name, async (holder) => {
        const item: RemovedItem = { section: section.name, externalId: link.externalId, id }
        await actOnce<RemovedItem>(access, key, {
          kind: 'remove_channel_content',
          request: [section.name, link.externalId, id],
          kept: item,
          async send(vendor) {
            await send(vendor, { externalId: link.externalId, change })
            return item
          },
          find: (vendor) => findGone(vendor, access, item),
          refused: (error) => readingFailed(error, section.name),
          unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
        }).catch((error: unknown) => throwWhy(access, link, section.name, error))
        const readAt = services.clock.now()
        const content = await shownOrNull(access, link, section.name)
        return writeOnce(write, async (tx) => {
          if (content !== null)
            await keepSection(tx, scope, link, { ...keptNow(section.name, content, readAt), holder })
          await closeAct(tx, scope, key)
          return { deleted: true, stored: content !== null }
        })
      })
    },
  )
}

const keptNow = <S extends ItemSection>(
  section: S,
  content: ContentSections[S]['content'],
  readAt: Date,
) => ({
  ...{ section, content, readAt, lockedFields: null },
})

async function throwWhy(
  access: ConnectionAccess,
  link: Link,
  section: ItemSection,
  error: unknown,
): Promise<never> {
  const isForbidden =
    error instanceof ApiError && error.cause instanceof VendorError && error.cause.status === 403
  throw isForbidden ? await whyForbidden(access, link, section, error) : error
}

export const removalActs: Pick<ActKinds, 'remove_channel_content'> = {
  remove_channel_content: {
    find: (vendor, _, { request }, access) => findGone(vendor, access, request as RemovedItem),
    async record(access, { key, request }) {
      const { services, scope, connection } = access
      const { section, externalId } = request as RemovedItem
      const link = { connectionId: connection.id, externalId }
      const readAt = services.clock.now()
      const content = await shownOrNull(access, link, section)
      await services.db.transaction().execute(async (tx) => {
        if (content !== null)
          await keepSection(tx, scope, link, { ...keptNow(section, content, readAt), holder: null })
        await closeAct(tx, scope, key)
      })
    },
  },
}
