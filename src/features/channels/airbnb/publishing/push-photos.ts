/**
 * Photos of a listing, added to those that are on Airbnb. What was sent is remembered by its address, and asked for by what is
 * in it: pressed twice, or with its answer lost, none is there twice.
 */
import type { ChannelPhoto, CheckedPhoto } from '../../../../contract/channel-content/photos.ts'
import { largestImage } from '../../../../contract/channel-content/photos.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { createOutbound, type Outbound } from '../../../../platform/outbound/client.ts'
import { download, DownloadFailed } from '../../../../platform/outbound/download.ts'
import { TargetRefused } from '../../../../platform/outbound/target.ts'
import { listingFiles } from '../../../listings/public.ts'
import type { Writing } from '../../../route.ts'
import { addItems } from '../content/add.ts'
import { linkId, type Link } from '../content/link.ts'
import { checkedPhotos } from '../content/photo-images.ts'
import { liveSection } from '../content/read.ts'
import { digestOf, type PhotoMemory } from './note.ts'
import { partOf, refusal } from './part-of.ts'
import type { PhotoWish } from './plan-items.ts'
import type { Outcome } from './push-rooms.ts'

/** A request ends at some time; the next one goes on. */
const mostAtOnce = 20
/** An address that does not answer takes twenty seconds. */
const mostUnusable = 5
const timeoutMs = 20_000

interface Asked {
  link: Link
  dryRun: boolean
  force: boolean
  memory: PhotoMemory
}

/** What is read of Airbnb has its addresses, with sizes behind them that differ. */
const bare = (url: string) => url.split('?')[0] ?? url

export async function pushPhotos(
  context: Writing,
  { link, dryRun, force, memory }: Asked,
  wishes: readonly PhotoWish[],
): Promise<Outcome> {
  const outcome: Outcome = { stood: [], problems: [], warnings: [] }
  if (wishes.length === 0) return outcome
  const { content } = await liveSection(context.services, context.scope, link, 'photos')
  const stands = (url: string) => outcome.stood.push({ field: `photos.${url}`, wanted: url })
  const fetching = createOutbound({ allowPrivate: context.services.config.allowPrivateTargets })
  let added = 0
  let unusable = 0
  try {
    for (const { url, caption } of wishes) {
      const sent = memory.photos[digestOf(url)]
      if (isThere(content, url, sent)) stands(url)
      else if (sent !== undefined && !force)
        outcome.warnings.push(
          `A photo was taken away on Airbnb and is not sent again without \`force\`: ${url}`,
        )
      else if (added === mostAtOnce) outcome.warnings.push(`Still to be sent, push again: ${url}`)
      else if (unusable === mostUnusable)
        outcome.warnings.push(`Not looked at, because ${unusable} others could not be had: ${url}`)
      else {
        const photo = await checked(context, fetching, link, { url, caption })
        if (photo instanceof ApiError) unusable += 1
        const id =
          photo instanceof ApiError || dryRun ? photo : await add(context, link, photo, sent).catch(refusal)
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

const isThere = (content: readonly ChannelPhoto[], url: string, sent: string | undefined) =>
  content.some((photo) => photo.photoId === sent || (photo.url !== null && bare(photo.url) === bare(url)))

/** `before`: the id of the same photo that was taken away since. */
async function add(context: Writing, link: Link, photo: CheckedPhoto, before = ''): Promise<string> {
  const { caption = '', digest } = photo
  const key = `photo ${digestOf([linkId(link), digest, caption, before])}`
  const wanted = { listingId: link.listingId, named: linkId(link), items: [photo], dryRun: false }
  const own = { ...partOf(context), idempotencyKey: key }
  const { ids } = await addItems(own, 'photos', wanted, (done) => done)
  return ids[0] ?? ''
}

/** The picture as it is sent, or why it is not. */
async function checked(
  context: Writing,
  fetching: Outbound,
  link: Link,
  { url, caption }: PhotoWish,
): Promise<CheckedPhoto | ApiError> {
  try {
    const bytes = (await uploaded(context, link, url)) ?? (await fetched(fetching, url))
    const [photo] = checkedPhotos([
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

const fetched = (fetching: Outbound, url: string) =>
  download(fetching, { url, timeoutMs, maxBytes: largestImage })

/** A picture that was uploaded here for this listing is not fetched over the network. */
async function uploaded({ services, scope }: Writing, link: Link, url: string): Promise<Buffer | null> {
  const prefix = `${services.publicUrl}/files/`
  if (!url.startsWith(prefix)) return null
  const path = url.slice(prefix.length)
  const files = await listingFiles(services.db, scope, link.listingId)
  return files.some((file) => file.path === path) ? services.objects.get(path) : null
}
