/** Creates an item in a section once: an act, found by reading the section back if the answer was lost. */
import type { VendorContext } from '../../../../connector-kit/connector.ts'
import type { ItemOf, ItemSection } from '../../../../contract/channel-content/sections.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import {
  actOfKey,
  actOnce,
  isUndone,
  unknownOutcome,
  type ActKinds,
} from '../../../../upstream/acts/public.ts'
import { unsupported } from '../../../../upstream/errors.ts'
import { provider } from '../accounts.ts'
import { findPart } from './host-access.ts'
import { idsCreatedByOthers } from './item-queries.ts'
import { toStoredItem, findNewIds, type ItemAct } from './items.ts'
import { recordItemAct } from './open-section.ts'
import { readFailedError } from './read-section.ts'

/** An item with its place: the act outlives its request. */
interface CreatedItem {
  id: string
  section: ItemSection
  /** External id of the channel listing. */
  externalId: string
}

interface ItemRequest<S extends ItemSection> {
  section: S
  /** External id of the channel listing. */
  externalId: string
  key: string
  item: ItemOf<S>
  /** The channel's ids of existing items. */
  known: readonly string[]
}

/** Throws where no call is known to create one. */
export function findAdder<S extends ItemSection>(access: ConnectionAccess, section: S) {
  const { add } = findPart(access, section)
  if (!add) throw unsupported(provider, `add to the ${section} of a listing`)
  return add
}

async function findMade(
  vendor: VendorContext,
  access: ConnectionAccess,
  act: ItemAct,
  key: string,
): Promise<CreatedItem | null> {
  const { section, externalId } = act
  const content = await findPart(access, section).read(vendor, externalId)
  const ids = findNewIds(section, content, act)
  const link = { connectionId: access.connection.id, externalId }
  const otherIds =
    ids.length === 0
      ? []
      : await idsCreatedByOthers(access.services.db, access.scope, link, { section, ids, key })
  const id = ids.find((one) => !otherIds.includes(one))
  return id === undefined ? null : { id, section, externalId }
}

/** The channel's id of the created item; throws the error to answer otherwise. */
export async function makeItemOnce<S extends ItemSection>(
  access: ConnectionAccess,
  { section, externalId, key, item, known }: ItemRequest<S>,
): Promise<string> {
  const add = findAdder(access, section)
  const earlier = await actOfKey(access.services.db, access.scope, key)
  // Present items may include what the first request created.
  const before = earlier && !isUndone(earlier.state) ? (earlier.request as ItemAct | null)?.known : undefined
  const act: ItemAct = {
    section,
    externalId,
    item: toStoredItem(section, item),
    known: before ?? [...known],
  }
  const { id } = await actOnce<CreatedItem>(access, key, {
    kind: 'add_channel_content',
    request: [section, externalId, act.item],
    kept: act,
    send: async (vendor) => ({ id: await add(vendor, { externalId, item }), section, externalId }),
    find: (vendor) => findMade(vendor, access, act, key),
    refused: (error) => readFailedError(error, section),
    unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
  })
  return id
}

export const itemActs: Pick<ActKinds, 'add_channel_content'> = {
  add_channel_content: {
    find: (vendor, _, { request, key }, access) => findMade(vendor, access, request as ItemAct, key),
    record: (access, { key, request }) => recordItemAct(access, key, request as ItemAct),
  },
}
