/** Orders a listing's photos: checks all, writes them one by one, reads back and stores. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { ChannelPhoto } from '../../../../contract/channel-content/photos.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { isCertain } from '../../../../upstream/errors.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { asAirbnb } from '../errors.ts'
import { openHostAccess, findPart, findWriter } from './host-access.ts'
import { withSectionLock } from './with-section-lock.ts'
import { findLink, type AirbnbLink } from './find-link.ts'
import { planMoves, orderPhotoIds } from './photo-moves.ts'
import { assertPhotosExist } from './assert-photos-exist.ts'
import { withProgress } from './progress.ts'
import { storeSection } from './queries.ts'
import { readFailedError, fetchSection, tryFetchSection } from './read-section.ts'
import { assertSynchronised, explainForbidden } from './assert-synchronised.ts'

export interface PhotoOrderResult {
  order: { photoId: string; sortOrder: number }[]
  applied: string[]
  stored: boolean
  dryRun?: true
}

export interface PhotoOrderRequest {
  listingId: string
  named: string | undefined
  /** Photos to put first. */
  first: readonly string[]
  /** Request field, for errors about missing photos. */
  field: string
  dryRun: boolean
}

const section = 'photos'

const placed = (ids: readonly string[]) => ids.map((photoId, index) => ({ photoId, sortOrder: index + 1 }))
const placesOf = (photos: readonly ChannelPhoto[]) =>
  photos.map(({ photoId, sortOrder }) => ({ photoId, sortOrder }))

export function orderPhotos<R extends object>(
  context: RouteWriteContext,
  { listingId, named, first, field, dryRun }: PhotoOrderRequest,
  shown: (done: PhotoOrderResult) => R,
): Promise<R> {
  return asAirbnb(context, shown, async (write) => {
    const { services, scope } = write
    const link = await findLink(services, scope, listingId, named)
    assertSynchronised(link, section)
    const access = await openHostAccess(services, scope, link, { isWritten: true })
    findWriter(findPart(access, section), section, {})
    /** Uses the live order, because the stored one may be outdated. */
    const planned = async () => {
      const content = await fetchSection(access, link, section)
      assertPhotosExist(content, first, { listingId, field })
      const photoIds = orderPhotoIds(content, first)
      return { wanted: photoIds, moves: planMoves(content, photoIds) }
    }
    if (dryRun)
      return { order: placed((await planned()).wanted), applied: [], stored: false, dryRun: true as const }
    return withSectionLock(access.services, scope, link, section, async (holder) => {
      const { wanted: photoIds, moves } = await planned()
      await movePhotos(access, link, moves)
      const readAt = services.clock.now()
      const content = await tryFetchSection(access, link, section)
      return writeOnce(write, async (tx) => {
        if (content !== null)
          await storeSection(tx, scope, link, { section, content, readAt, lockedFields: null, holder })
        const order = content === null ? placed(photoIds) : placesOf(content)
        return { order, applied: moves.map(({ photoId }) => photoId), stored: content !== null }
      })
    })
  })
}

/** Stops at the first failure and reports the progress. */
async function movePhotos(
  access: ConnectionAccess,
  link: AirbnbLink,
  moves: readonly { photoId: string; sortOrder: number }[],
): Promise<void> {
  for (const [index, one] of moves.entries()) {
    const error = await movePhoto(access, link, one)
    if (error === null) continue
    throw withProgress(error, {
      applied: moves.slice(0, index).map(({ photoId }) => photoId),
      failed_photo_id: one.photoId,
      not_attempted: moves.slice(index + 1).map(({ photoId }) => photoId),
    })
  }
}

/** null: it is in place, even if the answer was lost. */
async function movePhoto(
  access: ConnectionAccess,
  link: AirbnbLink,
  { photoId, sortOrder }: { photoId: string; sortOrder: number },
): Promise<ApiError | null> {
  const write = findWriter(findPart(access, section), section, {})
  const change = { photoId, change: { sort_order: sortOrder } }
  try {
    await callConnection(access, (vendor) => write(vendor, { externalId: link.externalId, change }))
    return null
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.status === 403) return explainForbidden(access, link, section, readFailedError(error, section))
    const content = isCertain(error) ? null : await tryFetchSection(access, link, section)
    const isThere = content?.some((photo) => photo.photoId === photoId && photo.sortOrder === sortOrder)
    return isThere === true ? null : readFailedError(error, section)
  }
}
