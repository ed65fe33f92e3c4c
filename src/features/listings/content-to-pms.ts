/** Writes the part of a listing's content that its PMS takes. */
import type { Connector } from '../../connector-kit/connector.ts'
import type { ListingDraft } from '../../connector-kit/listing-write-operations.ts'
import type { SectionError } from '../../connector-kit/section-error.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import type { ConnectionAccess } from '../../upstream/access.ts'
import { unsupportedWrite } from '../../upstream/errors.ts'
import type { SectionToWrite } from './content-sections.ts'
import { addPhotos, writeSections, type ContentTarget } from './write-sections.ts'
import { withoutEmpty, withoutUndefined } from './without-undefined.ts'

export interface PmsContentResult {
  provider: string
  applied: (keyof ListingDraft)[]
  errors: SectionError[]
  /** Sections whose outcome the PMS did not tell. */
  unknown: string[]
}

const flagOf = (name: keyof ListingDraft) => (name === 'photos' ? 'photosAdd' : name)

/** The change to request from the PMS, and errors for what it cannot take. */
export function planChange(
  connector: Connector,
  body: ContentBody,
  sections: readonly SectionToWrite[],
): { change: ListingDraft; errors: SectionError[] } {
  const fields = connector.operations.listingWrites?.fields
  const wanted = new Set(sections.flatMap(({ pms }) => pms ?? []))
  const change: ListingDraft = {}
  const errors: SectionError[] = []
  const label = connector.manifest.displayName
  for (const name of wanted) {
    const refused = !fields?.[flagOf(name)]
      ? `${label} does not take this through its API.`
      : name === 'photos' && body.photosMode !== 'append'
        ? `Pictures can only be added to those in ${label}: send \`photosMode\` "append".`
        : null
    if (refused === null) Object.assign(change, { [name]: valueOf(name, body) })
    else errors.push({ section: name, code: 'unsupported', message: refused })
  }
  return { change, errors }
}

function valueOf(name: keyof ListingDraft, body: ContentBody): unknown {
  const { occupancy = {}, address = {}, policies = {} } = body
  const values: Record<keyof ListingDraft, () => unknown> = {
    title: () => (body.title === undefined ? body.name : body.title),
    descriptions: () => withoutUndefined({ summary: body.summary, description: body.description }),
    times: () =>
      withoutUndefined({
        checkInTimeStart: policies.checkInTimeStart,
        checkInTimeEnd: policies.checkInTimeEnd,
        checkOutTime: policies.checkOutTime,
      }),
    capacity: () =>
      withoutEmpty({
        maxGuests: occupancy.maxGuests,
        bedrooms: occupancy.bedrooms,
        beds: occupancy.beds,
        bathrooms: typeof occupancy.bathrooms === 'number' ? String(occupancy.bathrooms) : undefined,
      }),
    amenities: () =>
      (body.amenities ?? []).flatMap((amenity) =>
        typeof amenity === 'string' ? amenity : amenity.isPresent === false ? [] : amenity.amenityKey,
      ),
    houseRules: () => policies.houseRules,
    address: () =>
      withoutEmpty({
        street: address.street,
        city: address.city,
        state: address.state,
        postalCode: address.postalCode ?? address.zipcode,
        countryCode: address.countryCode,
        latitude: typeof address.lat === 'number' ? address.lat.toFixed(6) : undefined,
        longitude: typeof address.lng === 'number' ? address.lng.toFixed(6) : undefined,
      }),
    photos: () =>
      (body.photos ?? []).map((photo) =>
        typeof photo === 'string'
          ? { url: photo }
          : { url: photo.url, ...(photo.caption ? { caption: photo.caption } : {}) },
      ),
  }
  return values[name]()
}

export interface PmsContentWrite extends Omit<PmsContentResult, 'provider'> {
  /** The request with only the pictures to be stored here. */
  body: ContentBody
  keys: string[]
}

/** Writes sections, then pictures; neither depends on the other's outcome. */
export async function writeToPms(
  access: ConnectionAccess,
  target: ContentTarget,
  { photos, ...rest }: ListingDraft,
): Promise<PmsContentWrite> {
  const sections = await writeSections(access, target, rest)
  if (photos === undefined) return { ...sections, body: target.body }
  const pictures = await addPhotos(access, target, photos)
  const { photos: photosToAdd, ...others } = target.body
  const added = (photosToAdd ?? []).filter((photo) =>
    pictures.added.includes(typeof photo === 'string' ? photo : photo.url),
  )
  return {
    applied: [...sections.applied, ...pictures.applied],
    errors: [...sections.errors, ...pictures.errors],
    unknown: [...sections.unknown, ...pictures.unknown],
    body: { ...others, ...(added.length > 0 ? { photos: added } : {}) },
    keys: [...sections.keys, ...pictures.keys],
  }
}

/** Throws where the PMS takes nothing that was requested and nothing else is left to store. */
export function assertAnyApplied(
  { provider, applied, errors }: Pick<PmsContentResult, 'provider' | 'applied' | 'errors'>,
  sections: readonly SectionToWrite[],
): void {
  const unsupported = errors.filter(({ code }) => code === 'unsupported')
  if (applied.length > 0 || unsupported.length === 0 || sections.some(({ pms }) => pms === undefined)) return
  if (unsupported.length < errors.length) return
  const names = unsupported.map(({ section }) => section)
  throw unsupportedWrite(
    provider,
    `${provider} takes no ${names.join(', ')}: ${unsupported[0]?.message ?? ''}`,
    names,
  )
}
