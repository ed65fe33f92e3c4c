/** Putting the photos of a channel listing in order: all of it checked, then written photo by photo, read back and kept. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { ChannelPhoto } from '../../../../contract/channel-content/photos.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { isCertain } from '../../../../upstream/errors.ts'
import type { Writing } from '../../../route.ts'
import { asAirbnb } from '../errors.ts'
import { accessOf, partOf, writerOf } from './access.ts'
import { whileHolding } from './hold.ts'
import { linkAt, type Link } from './link.ts'
import { movesTo, orderWith } from './photo-moves.ts'
import { assertPhotos } from './photo-there.ts'
import { withProgress } from './progress.ts'
import { keepSection } from './queries.ts'
import { readingFailed, shownNow, shownOrNull } from './read.ts'
import { assertSynchronised, whyForbidden } from './sync.ts'

export interface PhotosInOrder {
  order: { photoId: string; sortOrder: number }[]
  applied: string[]
  stored: boolean
  dryRun?: true
}

export interface WantedOrder {
  listingId: string
  named: string | undefined
  /** These come first. */
  first: readonly string[]
  /** Of the request, for what is not there. */
  field: string
  dryRun: boolean
}

const section = 'photos'

const placed = (ids: readonly string[]) => ids.map((photoId, index) => ({ photoId, sortOrder: index + 1 }))
const placesOf = (photos: readonly ChannelPhoto[]) =>
  photos.map(({ photoId, sortOrder }) => ({ photoId, sortOrder }))

export function orderPhotos<R extends object>(
  context: Writing,
  { listingId, named, first, field, dryRun }: WantedOrder,
  shown: (done: PhotosInOrder) => R,
): Promise<R> {
  return asAirbnb(context, shown, async (write) => {
    const { services, scope } = write
    const link = await linkAt(services, scope, listingId, named)
    assertSynchronised(link, section)
    const access = await accessOf(services, scope, link, { isWritten: true })
    writerOf(partOf(access, section), section, {})
    /** As it stands there now: what is kept may be another order by now. */
    const planned = async () => {
      const content = await shownNow(access, link, section)
      assertPhotos(content, first, { listingId, field })
      const wanted = orderWith(content, first)
      return { wanted, moves: movesTo(content, wanted) }
    }
    if (dryRun)
      return { order: placed((await planned()).wanted), applied: [], stored: false, dryRun: true as const }
    return whileHolding(access.services, scope, link, section, async (holder) => {
      const { wanted, moves } = await planned()
      await move(access, link, moves)
      const readAt = services.clock.now()
      const content = await shownOrNull(access, link, section)
      return writeOnce(write, async (tx) => {
        if (content !== null)
          await keepSection(tx, scope, link, { section, content, readAt, lockedFields: null, holder })
        const order = content === null ? placed(wanted) : placesOf(content)
        return { order, applied: moves.map(({ photoId }) => photoId), stored: content !== null }
      })
    })
  })
}

/** Stops at the first that fails, and tells how far it came. */
async function move(
  access: ConnectionAccess,
  link: Link,
  moves: readonly { photoId: string; sortOrder: number }[],
): Promise<void> {
  for (const [index, one] of moves.entries()) {
    const error = await moved(access, link, one)
    if (error === null) continue
    throw withProgress(error, {
      applied: moves.slice(0, index).map(({ photoId }) => photoId),
      failed_photo_id: one.photoId,
      not_attempted: moves.slice(index + 1).map(({ photoId }) => photoId),
    })
  }
}

/** null: it stands where it is to stand, though the answer may have been lost. */
async function moved(
  access: ConnectionAccess,
  link: Link,
  { photoId, sortOrder }: { photoId: string; sortOrder: number },
): Promise<ApiError | null> {
  const write = writerOf(partOf(access, section), section, {})
  const change = { photoId, change: { sort_order: sortOrder } }
  try {
    await callConnection(access, (vendor) => write(vendor, { externalId: link.externalId, change }))
    return null
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.status === 403) return whyForbidden(access, link, section, readingFailed(error, section))
    const content = isCertain(error) ? null : await shownOrNull(access, link, section)
    const isThere = content?.some((photo) => photo.photoId === photoId && photo.sortOrder === sortOrder)
    return isThere === true ? null : readingFailed(error, section)
  }
}
