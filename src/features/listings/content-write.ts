/** Sections of a listing on their way to its PMS, each an act: what an answer is lost of is looked for before anything else. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ListingDraft, ListingWrites } from '../../connector-kit/listing-write-operations.ts'
import type { SectionError } from '../../connector-kit/write-operations.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { isCertain, tooBusy } from '../../upstream/errors.ts'
import { settlesAt } from '../../upstream/acts/searches.ts'
import { isPhotoThere, sectionsThere, type SentPhoto } from './content-compare.ts'
import { moveAct, openAct, type StoredAct } from '../../upstream/acts/public.ts'
import { callConnection, type ConnectionAccess } from '../../upstream/access.ts'

export interface Target {
  /** Of the listing here. */
  id: string
  externalId: string
  /** Of the request. */
  key: string
  body: ContentBody
}

export interface KeptContent {
  id: string
  externalId: string
  body: ContentBody
  change: ListingDraft
  /** Sections that may have been done. */
  sections: string[]
  /** Of the same call, known to be done. */
  applied: string[]
}

export interface KeptPhoto extends SentPhoto {
  id: string
  externalId: string
  caption?: string
}

export interface Written {
  applied: (keyof ListingDraft)[]
  errors: SectionError[]
  /** Sections of which nobody knows. */
  unknown: string[]
  /** Acts that were done and are to be closed with what is stored. */
  keys: string[]
}

const none = (): Written => ({ applied: [], errors: [], unknown: [], keys: [] })

/** Of a call that failed as a whole. */
const codes: Partial<Record<VendorError['kind'], SectionError['code']>> = {
  rejected: 'rejected',
  not_found: 'not_found',
  credentials: 'reauth_required',
  reauth: 'reauth_required',
}
const sectionErrors = (sections: readonly string[], error: VendorError): SectionError[] =>
  sections.map((section) => ({
    section,
    code: codes[error.kind] ?? 'unavailable',
    message: error.vendorMessage ?? error.message,
  }))

const notKnown = (section: string, said: string): SectionError => ({
  section,
  code: 'unavailable',
  message: `${said}; what became of it is looked for, and \`listing.updated\` tells when it is there`,
})

async function readListing(access: ConnectionAccess, externalId: string): Promise<ListingRecord | null> {
  const one = access.connector.operations.listings?.one
  if (!one) return null
  return callConnection(access, (context) => one(context, externalId))
}

export const photosOf = (listing: ListingRecord | null) => (listing?.photos ?? []).map(({ url }) => url)

/** null: it cannot be read now. */
async function shownNow(access: ConnectionAccess, externalId: string): Promise<ListingRecord | null> {
  try {
    return await readListing(access, externalId)
  } catch (error) {
    if (error instanceof VendorError) return null
    throw error
  }
}

const saidOf = (errors: readonly SectionError[], section: string) =>
  errors.find((error) => error.section === section)?.message ?? 'an earlier request was not answered'

type Outcome = Awaited<ReturnType<ListingWrites['write']>> | VendorError

async function attempt(access: ConnectionAccess, externalId: string, change: ListingDraft): Promise<Outcome> {
  const writes = access.connector.operations.listingWrites
  if (!writes) throw new Error('the connector writes no content')
  try {
    return await callConnection(access, (context) => writes.write(context, { externalId, change }))
  } catch (error) {
    if (error instanceof VendorError) return error
    throw error
  }
}

const isLost = ({ code }: SectionError) => code === 'unavailable'

/** Setting a section twice is as good as once, so what is not known of an earlier request is simply set. */
export async function writeSections(
  access: ConnectionAccess,
  { id, externalId, key, body }: Target,
  change: ListingDraft,
): Promise<Written> {
  const sections = Object.keys(change) as (keyof ListingDraft)[]
  if (sections.length === 0) return none()
  const kept: KeptContent = { id, externalId, body, change, sections, applied: [] }
  const name = `content:${key}`
  const { act } = await openAct(access, { key: name, kind: 'write_listing', kept })
  if (act.state === 'done') return { ...none(), ...(act.result as Written), keys: [name] }
  const outcome = await attempt(access, externalId, change)
  if (outcome instanceof VendorError && isCertain(outcome)) {
    await moveAct(access, act, 'refuse')
    if (outcome.kind === 'rate_limited') throw tooBusy(outcome, access.connection.provider)
    return { ...none(), errors: sectionErrors(sections, outcome) }
  }
  const done =
    outcome instanceof VendorError ? { applied: [], errors: sectionErrors(sections, outcome) } : outcome
  const lost = done.errors.filter(isLost).map(({ section }) => section)
  if (lost.length === 0) {
    await moveAct(access, act, done.applied.length > 0 ? 'finish' : 'refuse', { result: done })
    return { ...none(), ...done, keys: [name] }
  }
  const now = access.services.clock.now()
  const unknown = await moveAct(access, act, 'lose', {
    request: { ...kept, sections: lost, applied: done.applied } satisfies KeptContent,
    settles_at: settlesAt(now, !(outcome instanceof VendorError) || outcome.status !== undefined),
  })
  const shown = await shownNow(access, externalId)
  const there = shown === null ? [] : sectionsThere(change, lost, shown)
  const applied = [...done.applied, ...there] as (keyof ListingDraft)[]
  const missing = lost.filter((section) => !there.includes(section))
  const refused = done.errors.filter((error) => !isLost(error))
  if (missing.length === 0) {
    await moveAct(access, unknown, 'find', { result: { applied, errors: refused } })
    return { ...none(), applied, errors: refused, keys: [name] }
  }
  const errors = [...refused, ...missing.map((section) => notKnown(section, saidOf(done.errors, section)))]
  return { ...none(), applied, errors, unknown: missing }
}

type Photo = NonNullable<ListingDraft['photos']>[number]

export interface PhotosWritten extends Written {
  /** Addresses of pictures that are there and not yet stored here. */
  added: string[]
}

/** A PMS that imports pictures on its own time may show one later than it took it. */
const photoSettlesMs = 10 * 60_000

export async function addPhotos(
  access: ConnectionAccess,
  target: Target,
  wanted: readonly Photo[],
): Promise<PhotosWritten> {
  const { externalId } = target
  const photos = [...new Map(wanted.map((photo) => [photo.url, photo])).values()]
  if (photos.length === 0) return { ...none(), added: [] }
  let before: string[]
  try {
    before = photosOf(await readListing(access, externalId))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return { ...none(), errors: sectionErrors(['photos'], error), added: [] }
  }
  const chosen = await chooseSent(access, target, photos, before)
  const sent = chosen.toSend.length > 0 ? await sendPhotos(access, target, chosen.toSend) : none()
  const isUnknown = chosen.isUnknown || sent.unknown.length > 0
  const there = [...chosen.there, ...(sent.applied.length > 0 ? chosen.toSend : [])]
  const errors = isUnknown
    ? [...sent.errors.filter((error) => !isLost(error)), notKnown('photos', saidOf(sent.errors, 'photos'))]
    : sent.errors
  return {
    applied: there.length > 0 || (errors.length === 0 && !isUnknown) ? ['photos'] : [],
    errors,
    unknown: isUnknown ? ['photos'] : [],
    keys: there.map(({ act }) => act.key),
    added: there.map(({ photo }) => photo.url),
  }
}

interface Chosen {
  photo: Photo
  act: StoredAct
}

/** One act for each picture of a listing, whatever key the request has: that it was sent once is never forgotten. */
async function chooseSent(
  access: ConnectionAccess,
  { id, externalId }: Target,
  photos: readonly Photo[],
  before: string[],
): Promise<{ toSend: Chosen[]; there: Chosen[]; isUnknown: boolean }> {
  const now = access.services.clock.now()
  const toSend: Chosen[] = []
  const there: Chosen[] = []
  let isUnknown = false
  for (const photo of photos) {
    const { url, caption } = photo
    const kept: KeptPhoto = {
      ...{ id, externalId, url, before, place: toSend.length },
      ...(caption === undefined ? {} : { caption }),
    }
    const key = `photo:${access.connection.id}:${externalId}:${url}`
    const { act: known, isNew } = await openAct(access, { key, kind: 'add_photo', kept, isAskedAgain: false })
    const earlier = (known.result ?? known.request ?? kept) as KeptPhoto
    if (isPhotoThere(isNew ? kept : earlier, before)) {
      if (known.state === 'done') {
        // What is recorded here needs nothing more.
        if (known.next_look_at !== null) there.push({ photo, act: known })
        continue
      }
      const move = known.state === 'asking' ? 'finish' : 'find'
      there.push({ photo, act: await moveAct(access, known, move, { request: kept, result: earlier }) })
    } else if (isNew) toSend.push({ photo, act: known })
    else if ((known.state === 'asking' || known.state === 'unknown') && known.settles_at > now)
      isUnknown = true
    else {
      const open =
        known.state === 'done'
          ? await moveAct(access, known, 'vanish')
          : known.state === 'asking'
            ? await moveAct(access, known, 'lose')
            : known
      toSend.push({ photo, act: await moveAct(access, open, 'ask', { request: kept, result: null }) })
    }
  }
  return { toSend, there, isUnknown }
}

async function sendPhotos(
  access: ConnectionAccess,
  { externalId }: Target,
  chosen: Chosen[],
): Promise<Written> {
  const outcome = await attempt(access, externalId, { photos: chosen.map(({ photo }) => photo) })
  const isRefused = outcome instanceof VendorError && isCertain(outcome)
  const errors = outcome instanceof VendorError ? sectionErrors(['photos'], outcome) : outcome.errors
  const isTaken = !(outcome instanceof VendorError) && outcome.applied.includes('photos')
  const now = access.services.clock.now()
  if (isTaken) {
    for (const { act } of chosen) await moveAct(access, act, 'finish', { result: act.request })
    return { ...none(), applied: ['photos'] }
  }
  if (isRefused || !errors.some(isLost)) {
    for (const { act } of chosen) await moveAct(access, act, 'refuse')
    return { ...none(), errors }
  }
  const lost: Chosen[] = []
  const settles = new Date(now.getTime() + photoSettlesMs)
  for (const { photo, act } of chosen)
    lost.push({ photo, act: await moveAct(access, act, 'lose', { settles_at: settles }) })
  const shown = await shownNow(access, externalId)
  const isThere = lost.every(
    ({ act }) => shown !== null && isPhotoThere(act.request as KeptPhoto, photosOf(shown)),
  )
  if (!isThere) return { ...none(), errors, unknown: ['photos'] }
  for (const { act } of lost) await moveAct(access, act, 'find', { result: act.request })
  return { ...none(), applied: ['photos'] }
}
