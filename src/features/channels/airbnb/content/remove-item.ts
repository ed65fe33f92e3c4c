/** Removes an item of a section once: an act, so that a repeated request gets the first answer instead of `not_found`. */
import type { VendorContext } from '../../../../connector-kit/connector.ts'
import type { Removed } from '../../../../contract/channel-content/rooms.ts'
import type { ContentSections, ItemSection } from '../../../../contract/channel-content/sections.ts'
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
import { findPart, findWriter } from './host-access.ts'
import { idsIn } from './items.ts'
import {
  editSection,
  explainItemError,
  openSection,
  recordItemAct,
  type SectionTarget,
} from './open-section.ts'
import { readFailedError, readSection } from './read-section.ts'
import type { AirbnbSection } from './section.ts'

/** What is stored of the removal, and all that is known once done. */
interface RemovalAct {
  section: ItemSection
  /** External id of the channel listing. */
  externalId: string
  /** The channel's id of the item. */
  id: string
}

interface RemovalRequest<S extends ItemSection> extends SectionTarget {
  id: string
  /** The change, as the section writes it. */
  change: ContentSections[S]['change']
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
  { id, change, ...target }: RemovalRequest<S>,
): Promise<Removed> {
  const toReply = (removed: Removed) => removed
  return asAirbnb(context, toReply, async (write) => {
    const { services, scope } = write
    const { name } = section
    const open = await openSection(write, target, name)
    const { link, access } = open
    const send = findWriter(findPart(access, name), name, change)
    const key = actKeyFor(write.idempotencyKey)
    const earlier = await actOfKey(services.db, scope, key)
    // A first request may already have removed it.
    if (!earlier || isUndone(earlier.state)) {
      const { content } = await readSection(services, scope, link, name)
      section.assertThere?.(change, content, target.listingId)
    }
    if (target.dryRun) return { deleted: false, stored: false, dryRun: true as const }
    const item: RemovalAct = { section: name, externalId: link.externalId, id }
    return editSection(write, open, {
      section: name,
      send: () =>
        actOnce<RemovalAct>(access, key, {
          kind: 'remove_channel_content',
          request: [name, link.externalId, id],
          kept: item,
          async send(vendor) {
            await send(vendor, { externalId: link.externalId, change })
            return item
          },
          find: (vendor) => findRemoved(vendor, access, item),
          refused: (error) => readFailedError(error, name),
          unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
        }).catch(async (error: unknown) => {
          throw await explainItemError(open, name, error)
        }),
      async answer(tx, _, content) {
        await closeAct(tx, scope, key)
        return { deleted: true, stored: content !== null }
      },
    })
  })
}

export const removalActs: Pick<ActKinds, 'remove_channel_content'> = {
  remove_channel_content: {
    find: (vendor, _, { request }, access) => findRemoved(vendor, access, request as RemovalAct),
    record: (access, { key, request }) => recordItemAct(access, key, request as RemovalAct),
  },
}
