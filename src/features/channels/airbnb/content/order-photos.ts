/** Orders a listing's photos: checks all, writes them one by one, reads back and stores. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { ChannelPhoto } from '../../../../contract/channel-content/photos.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { isCertain } from '../../../../upstream/errors.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { asAirbnb } from '../errors.ts'
import type { AirbnbLink } from './find-link.ts'
import { findPart, findWriter } from './host-access.ts'
import { editSection, openSection, type SectionTarget } from './open-section.ts'
import { planMoves, orderPhotoIds } from './photo-moves.ts'
import { assertPhotosExist } from './assert-photos-exist.ts'
import { withProgress } from './progress.ts'
import { readFailedError, fetchSection, tryFetchSection } from './read-section.ts'
import { explainForbidden } from './assert-synchronised.ts'

export interface PhotoOrderResult {
  order: { photoId: string; sortOrder: number }[]
  applied: string[]
  stored: boolean
  dryRun?: true
}

export interface PhotoOrderRequest extends SectionTarget {
  /** Photos to put first. */
  first: readonly string[]
  /** Request field, for errors about missing photos. */
  field: string
}

const section = 'photos'

const toSortOrder = (ids: readonly string[]) =>
  ids.map((photoId, index) => ({ photoId, sortOrder: index + 1 }))
const placesOf = (photos: readonly ChannelPhoto[]) =>
  photos.map(({ photoId, sortOrder }) => ({ photoId, sortOrder }))

export function orderPhotos<R extends object>(
  context: RouteWriteContext,
  { first, field, ...target }: PhotoOrderRequest,
  toReply: (done: PhotoOrderResult) => R,
): Promise<R> {
  return asAirbnb(context, toReply, async (write) => {
    const open = await openSection(write, target, section)
    const { link, access } = open
    findWriter(findPart(access, section), section, {})
    /** Uses the live order, because the stored one may be outdated. */
    const planOrder = async () => {
      const content = await fetchSection(access, link, section)
      assertPhotosExist(content, first, { listingId: target.listingId, field })
      const photoIds = orderPhotoIds(content, first)
      return { photoIds, moves: planMoves(content, photoIds) }
    }
    if (target.dryRun) {
      const { photoIds } = await planOrder()
      return { order: toSortOrder(photoIds), applied: [], stored: false, dryRun: true as const }
    }
    return editSection(write, open, {
      section,
      async send() {
        const plan = await planOrder()
        await movePhotos(access, link, plan.moves)
        return plan
      },
      async answer(_, { photoIds, moves }, content) {
        const order = content === null ? toSortOrder(photoIds) : placesOf(content)
        return { order, applied: moves.map(({ photoId }) => photoId), stored: content !== null }
      },
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
