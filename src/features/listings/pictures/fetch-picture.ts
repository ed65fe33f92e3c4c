/** Fetches pictures of homes from the hosts that keep them, so that a browser asks this server alone. */
import { createHash } from 'node:crypto'
import { ImageBytes } from '../../../http/image-bytes.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts'
import { download, DownloadFailed } from '../../../platform/outbound/download.ts'
import { TargetRefused } from '../../../platform/outbound/target.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { createPictureCache, type PictureOutcome } from './picture-cache.ts'
import { createPictureSlots } from './picture-slots.ts'

const timeoutMs = 10_000
const waitMs = 20_000
/** PMSs keep pictures as they came from a camera. */
const mostBytes = 15 * 1024 * 1024
const cacheBytes = 48 * 1024 * 1024

/** SVG is left out: it is a document that can run code. */
const shownTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

const slots = createPictureSlots({ ofAll: 24, ofWorkspace: 12, ofHost: 8, waiting: 200 })
const cache = createPictureCache(cacheBytes)
const underWay = new Map<string, Promise<PictureOutcome>>()

/** The type is read from the bytes; what the host says of them does not count. */
async function toImage(bytes: Buffer): Promise<PictureOutcome> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  if (found === undefined || !shownTypes.includes(found.mime))
    return { failure: `it is ${found?.mime ?? 'no image of a known type'}` }
  const digest = createHash('sha256').update(bytes).digest('base64url')
  return { image: new ImageBytes(bytes, { contentType: found.mime, digest }) }
}

async function fetchOutcome(outbound: Outbound, url: string): Promise<PictureOutcome> {
  try {
    return await toImage(await download(outbound, { url, timeoutMs, maxBytes: mostBytes }))
  } catch (error) {
    if (error instanceof TargetRefused) return { failure: error.message }
    if (!(error instanceof DownloadFailed)) throw error
    // The text of a network error can name internal addresses.
    return { failure: error.why === 'broken' ? 'nothing answered, or the connection broke' : error.message }
  }
}

/** Reads an uploaded picture from the object store; its public address may not lead back to this server. */
async function storedBytes(
  { objects, publicUrl }: Services,
  { workspaceId }: Scope,
  { listingId, url }: { listingId: string; url: string },
): Promise<Buffer | null> {
  const folder = `${publicUrl}/files/${workspaceId}/listings/${listingId}/`
  const name = url.startsWith(folder) ? url.slice(folder.length) : ''
  return /^[A-Za-z0-9]+\.[a-z]+$/.test(name)
    ? objects.get(`${workspaceId}/listings/${listingId}/${name}`)
    : null
}

async function fetchInSlot(services: Services, scope: Scope, url: string): Promise<PictureOutcome> {
  const host = URL.parse(url)?.host
  if (host === undefined) return { failure: 'its address is not a URL' }
  const outcome = await slots.run({ workspaceId: scope.workspaceId, host }, waitMs, async () => {
    const outbound = createOutbound({ allowPrivate: services.config.allowPrivateTargets })
    try {
      return await fetchOutcome(outbound, url)
    } finally {
      await outbound.close()
    }
  })
  return outcome ?? { failure: 'too many pictures are being fetched' }
}

/** The same picture is fetched once for all who wait for it, and each workspace for itself. */
export async function fetchPicture(
  services: Services,
  scope: Scope,
  picture: { listingId: string; url: string },
): Promise<PictureOutcome> {
  const stored = await storedBytes(services, scope, picture)
  if (stored !== null) return toImage(stored)
  const key = `${scope.workspaceId} ${picture.url}`
  const cached = cache.get(key, performance.now())
  if (cached !== undefined) return cached
  const running = underWay.get(key)
  if (running !== undefined) return running
  const fetched = fetchInSlot(services, scope, picture.url)
    .then((outcome) => {
      cache.set(key, outcome, performance.now())
      return outcome
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, fetched)
  return fetched
}
