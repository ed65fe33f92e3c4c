/** Writes sections of a listing to its PMS. Each is an act, so a lost answer is looked up before anything is sent again. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ListingDraft, ListingWrites } from '../../connector-kit/listing-write-operations.ts'
import type { SectionError } from '../../connector-kit/section-error.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { isCertain, tooBusy } from '../../upstream/errors.ts'
import { settlesAt } from '../../upstream/acts/searches.ts'
import { isPhotoThere, matchingSections, type SentPhoto } from './content-compare.ts'
import { moveAct, openAct, type StoredAct } from '../../upstream/acts/public.ts'
import { callConnection, type ConnectionAccess } from '../../upstream/access.ts'

export interface ContentTarget {
  /** Id of the listing here. */
  id: string
  externalId: string
  /** Idempotency key of the request. */
  key: string
  body: ContentBody
}

export interface ContentAct {
  id: string
  externalId: string
  body: ContentBody
  change: ListingDraft
  /** Sections whose outcome is unknown. */
  sections: string[]
  /** Sections of the same call known to be applied. */
  applied: string[]
}

export interface PhotoAct extends SentPhoto {
  id: string
  externalId: string
  caption?: string
}

export interface SectionWriteResult {
  applied: (keyof ListingDraft)[]
  errors: SectionError[]
  /** Sections whose outcome is unknown. */
  unknown: string[]
  /** Applied acts, to be closed when their content is stored. */
  keys: string[]
}

const emptyResult = (): SectionWriteResult => ({ applied: [], errors: [], unknown: [], keys: [] })

/** Error codes of a call that failed as a whole. */
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

const unknownError = (section: string, said: string): SectionError => ({
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

/** null: the listing cannot be read now. */
async function tryReadListing(access: ConnectionAccess, externalId: string): Promise<ListingRecord | null> {
  try {
    return await readListing(access, externalId)
  } catch (error) {
    if (error instanceof VendorError) return null
    throw error
  }
}

const messageOf = (errors: readonly SectionError[], section: string) =>
  errors.find((error) => error.section === section)?.message ?? 'an earlier request was not answered'

type ListingWriteAnswer = Awaited<ReturnType<ListingWrites['write']>> | VendorError

async function callWrite(
  access: ConnectionAccess,
  externalId: string,
  change: ListingDraft,
): Promise<ListingWriteAnswer> {
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

/** Setting a section is idempotent, so one of unknown outcome is simply set again. */
export async function writeSections(
  access: ConnectionAccess,
  { id, externalId, key, body }: ContentTarget,
  change: ListingDraft,
): Promise<SectionWriteResult> {
  const sections = Object.keys(change) as (keyof ListingDraft)[]
  if (sections.length === 0) return emptyResult()
  const kept: ContentAct = { id, externalId, body, change, sections, applied: [] }
  const name = `content:${key}`
  const { act } = await openAct(access, { key: name, kind: 'write_listing', kept })
  if (act.state === 'done') return { ...emptyResult(), ...(act.result as SectionWriteResult), keys: [name] }
  const outcome = await callWrite(access, externalId, change)
  if (outcome instanceof VendorError && isCertain(outcome)) {
    await moveAct(access, act, 'refuse')
    if (outcome.kind === 'rate_limited') throw tooBusy(outcome, access.connection.provider)
    return { ...emptyResult(), errors: sectionErrors(sections, outcome) }
  }
  const done =
    outcome instanceof VendorError ? { applied: [], errors: sectionErrors(sections, outcome) } : outcome
  const lost = done.errors.filter(isLost).map(({ section }) => section)
  if (lost.length === 0) {
    await moveAct(access, act, done.applied.length > 0 ? 'finish' : 'refuse', { result: done })
    return { ...emptyResult(), ...done, keys: [name] }
  }
  const now = access.services.clock.now()
  const unknown = await moveAct(access, act, 'lose', {
    request: { ...kept, sections: lost, applied: done.applied } satisfies ContentAct,
    settles_at: settlesAt(now, !(outcome instanceof VendorError) || outcome.status !== undefined),
  })
  const shown = await tryReadListing(access, externalId)
  const there = shown === null ? [] : matchingSections(change, lost, shown)
  const applied = [...done.applied, ...there] as (keyof ListingDraft)[]
  const missing = lost.filter((section) => !there.includes(section))
  const refused = done.errors.filter((error) => !isLost(error))
  if (missing.length === 0) {
    await moveAct(access, unknown, 'find', { result: { applied, errors: refused } })
    return { ...emptyResult(), applied, errors: refused, keys: [name] }
  }
  const errors = [
    ...refused,
    ...missing.map((section) => unknownError(section, messageOf(done.errors, section))),
  ]
  return { ...emptyResult(), applied, errors, unknown: missing }
}

type PhotoToAdd = NonNullable<ListingDraft['photos']>[number]

export interface PhotoWriteResult extends SectionWriteResult {
  /** Addresses of pictures applied but not yet stored here. */
  added: string[]
}

/** A PMS that imports pictures asynchronously may show one this much later. */
const photoSettlesMs = 10 * 60_000

export async function addPhotos(
  access: ConnectionAccess,
  target: ContentTarget,
  wanted: readonly PhotoToAdd[],
): Promise<PhotoWriteResult> {
  const { externalId } = target
  const photos = [...new Map(wanted.map((photo) => [photo.url, photo])).values()]
  if (photos.length === 0) return { ...emptyResult(), added: [] }
  let before: string[]
  try {
    before = photosOf(await readListing(access, externalId))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return { ...emptyResult(), errors: sectionErrors(['photos'], error), added: [] }
  }
  const chosen = await choosePhotoActs(access, target, photos, before)
  const sent = chosen.toSend.length > 0 ? await sendPhotos(access, target, chosen.toSend) : emptyResult()
  const isUnknown = chosen.isUnknown || sent.unknown.length > 0
  const there = [...chosen.there, ...(sent.applied.length > 0 ? chosen.toSend : [])]
  const errors = isUnknown
    ? [
        ...sent.errors.filter((error) => !isLost(error)),
        unknownError('photos', messageOf(sent.errors, 'photos')),
      ]
    : sent.errors
  return {
    applied: there.length > 0 || (errors.length === 0 && !isUnknown) ? ['photos'] : [],
    errors,
    unknown: isUnknown ? ['photos'] : [],
    keys: there.map(({ act }) => act.key),
    added: there.map(({ photo }) => photo.url),
  }
}

interface PhotoWithAct {
  photo: PhotoToAdd
  act: StoredAct
}

/** One act per picture of a listing, whatever the request's key: a sent picture is never forgotten. */
async function choosePhotoActs(
  access: ConnectionAccess,
  { id, externalId }: ContentTarget,
  photos: readonly PhotoToAdd[],
  before: string[],
): Promise<{ toSend: PhotoWithAct[]; there: PhotoWithAct[]; isUnknown: boolean }> {
  const now = access.services.clock.now()
  const toSend: PhotoWithAct[] = []
  const there: PhotoWithAct[] = []
  let isUnknown = false
  for (const photo of photos) {
    const { url, caption } = photo
    const kept: PhotoAct = {
      ...{ id, externalId, url, before, place: toSend.length },
      ...(caption === undefined ? {} : { caption }),
    }
    const key = `photo:${access.connection.id}:${externalId}:${url}`
    const { act: known, isNew } = await openAct(access, { key, kind: 'add_photo', kept, isAskedAgain: false })
    const earlier = (known.result ?? known.request ?? kept) as PhotoAct
    if (isPhotoThere(isNew ? kept : earlier, before)) {
      if (known.state === 'done') {
        // A picture already stored here needs nothing more.
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
  { externalId }: ContentTarget,
  chosen: PhotoWithAct[],
): Promise<SectionWriteResult> {
  const outcome = await callWrite(access, externalId, { photos: chosen.map(({ photo }) => photo) })
  const isRefused = outcome instanceof VendorError && isCertain(outcome)
  const errors = outcome instanceof VendorError ? sectionErrors(['photos'], outcome) : outcome.errors
  const isTaken = !(outcome instanceof VendorError) && outcome.applied.includes('photos')
  const now = access.services.clock.now()
  if (isTaken) {
    for (const { act } of chosen) await moveAct(access, act, 'finish', { result: act.request })
    return { ...emptyResult(), applied: ['photos'] }
  }
  if (isRefused || !errors.some(isLost)) {
    for (const { act } of chosen) await moveAct(access, act, 'refuse')
    return { ...emptyResult(), errors }
  }
  const lost: PhotoWithAct[] = []
  const settles = new Date(now.getTime() + photoSettlesMs)
  for (const { photo, act } of chosen)
    lost.push({ photo, act: await moveAct(access, act, 'lose', { settles_at: settles }) })
  const shown = await tryReadListing(access, externalId)
  const isThere = lost.every(
    ({ act }) => shown !== null && isPhotoThere(act.request as PhotoAct, photosOf(shown)),
  )
  if (!isThere) return { ...emptyResult(), errors, unknown: ['photos'] }
  for (const { act } of lost) await moveAct(access, act, 'find', { result: act.request })
  return { ...emptyResult(), applied: ['photos'] }
}
