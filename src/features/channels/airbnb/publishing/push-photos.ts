/**
 * Adds a listing's photos to those on Airbnb. Sent photos are remembered by address and identified by content, so that
 * neither repetition nor a lost answer duplicates one.
 */
import type { ChannelPhoto, CheckedPhoto } from '../../../../contract/channel-content/photos.ts'
import { largestImage } from '../../../../contract/channel-content/photos.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { createOutbound, type Outbound } from '../../../../platform/outbound/client.ts'
import { download, DownloadFailed } from '../../../../platform/outbound/download.ts'
import { TargetRefused } from '../../../../platform/outbound/target.ts'
import { listingFiles } from '../../../listings/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { addItems } from '../content/add-items.ts'
import { linkId, type AirbnbLink } from '../content/find-link.ts'
import { checkPhotos } from '../content/check-photos.ts'
import { readSectionLive } from '../content/read-section.ts'
import { digestOf, type PhotoMemory } from './push-note.ts'
import { asPart, toPartRefusal } from './request-parts.ts'
import type { PhotoToSend } from './plan-items.ts'
import type { ItemPushResult } from './push-rooms.ts'

/** Limits a request; the next one continues. */
const mostAtOnce = 20
/** An unresponsive address takes twenty seconds. */
const mostUnusable = 5
const timeoutMs = 20_000

interface PhotoPush {
  link: AirbnbLink
  dryRun: boolean
  force: boolean
  memory: PhotoMemory
}

/** Airbnb's addresses end with varying sizes. */
const withoutQuery = (url: string) => url.split('?')[0] ?? url

export async function pushPhotos(
  context: RouteWriteContext,
  { link, dryRun, force, memory }: PhotoPush,
  photos: readonly PhotoToSend[],
): Promise<ItemPushResult> {
  const outcome: ItemPushResult = { stood: [], problems: [], warnings: [] }
  if (photos.length === 0) return outcome
  const { content } = await readSectionLive(context.services, context.scope, link, 'photos')
  const stands = (url: string) => outcome.stood.push({ field: `photos.${url}`, wanted: url })
  const fetching = createOutbound({ allowPrivate: context.services.config.allowPrivateTargets })
  let added = 0
  let unusable = 0
  try {
    for (const { url, caption } of photos) {
      const photoId = memory.photos[digestOf(url)]
      if (isThere(content, url, photoId)) stands(url)
      else if (photoId !== undefined && !force)
        outcome.warnings.push(
          `A photo was taken away on Airbnb and is not sent again without \`force\`: ${url}`,
        )
      else if (added === mostAtOnce) outcome.warnings.push(`Still to be sent, push again: ${url}`)
      else if (unusable === mostUnusable)
        outcome.warnings.push(`Not looked at, because ${unusable} others could not be had: ${url}`)
      else {
        const photo = await checkPhoto(context, fetching, link, { url, caption })
        if (photo instanceof ApiError) unusable += 1
        const id =
          photo instanceof ApiError || dryRun
            ? photo
            : await addPhoto(context, link, photo, photoId).catch(toPartRefusal)
        if (id instanceof ApiError) {
          outcome.problems.push({ message: `${url}: ${id.message}`, code: 'rejected' })
          continue
        }
        added += 1
        if (typeof id === 'string') await memory.remember(digestOf(url), id)
        stands(url)
      }
    }
  } finally {
    await fetching.close()
  }
  return outcome
}

const isThere = (content: readonly ChannelPhoto[], url: string, photoId: string | undefined) =>
  content.some(
    (photo) =>
      photo.photoId === photoId || (photo.url !== null && withoutQuery(photo.url) === withoutQuery(url)),
  )

/** `before`: id of the same photo, removed since. */
async function addPhoto(
  context: RouteWriteContext,
  link: AirbnbLink,
  photo: CheckedPhoto,
  before = '',
): Promise<string> {
  const { caption = '', digest } = photo
  const key = `photo ${digestOf([linkId(link), digest, caption, before])}`
  const itemsRequest = { listingId: link.listingId, named: linkId(link), items: [photo], dryRun: false }
  const own = { ...asPart(context), idempotencyKey: key }
  const { ids } = await addItems(own, 'photos', itemsRequest, (answer) => answer)
  return ids[0] ?? ''
}

/** The picture as sent, or the reason why not. */
async function checkPhoto(
  context: RouteWriteContext,
  fetching: Outbound,
  link: AirbnbLink,
  { url, caption }: PhotoToSend,
): Promise<CheckedPhoto | ApiError> {
  try {
    const bytes = (await readUploaded(context, link, url)) ?? (await downloadPhoto(fetching, url))
    const [photo] = checkPhotos([
      { image: bytes.toString('base64'), ...(caption === null ? {} : { caption }) },
    ])
    if (!photo) throw new Error('a photo was checked and is gone')
    return photo
  } catch (error) {
    if (error instanceof ApiError) return error
    if (error instanceof TargetRefused || error instanceof DownloadFailed)
      return new ApiError('validation_error', `It could not be fetched: ${error.message}.`)
    throw error
  }
}

const downloadPhoto = (fetching: Outbound, url: string) =>
  download(fetching, { url, timeoutMs, maxBytes: largestImage })

/** Pictures uploaded here are read without the network. */
async function readUploaded(
  { services, scope }: RouteWriteContext,
  link: AirbnbLink,
  url: string,
): Promise<Buffer | null> {
  const prefix = `${services.publicUrl}/files/`
  if (!url.startsWith(prefix)) return null
  const path = url.slice(prefix.length)
  const files = await listingFiles(services.db, scope, link.listingId)
  return files.some((file) => file.path === path) ? services.objects.get(path) : null
}
