/** The part of a listing's content that goes to its PMS first. */
import type { Connector } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ListingChange, SectionError } from '../../connector-kit/write-operations.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import { ApiError } from '../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../sync/public.ts'
import type { Section } from './content-sections.ts'

export interface PmsOutcome {
  provider: string
  applied: (keyof ListingChange)[]
  errors: SectionError[]
}

const flagOf = (name: keyof ListingChange) => (name === 'photos' ? 'photosAdd' : name)

/** What the PMS is asked for, and what it has no way of taking. */
export function planChange(
  connector: Connector,
  body: ContentBody,
  sections: readonly Section[],
): { change: ListingChange; errors: SectionError[] } {
  const fields = connector.operations.listingWrites?.fields
  const wanted = new Set(sections.flatMap(({ pms }) => pms ?? []))
  const change: ListingChange = {}
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

const told = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
/** Numbers and places cannot be cleared in a PMS. */
const set = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

function valueOf(name: keyof ListingChange, body: ContentBody): unknown {
  const { occupancy = {}, address = {}, policies = {} } = body
  const values: Record<keyof ListingChange, () => unknown> = {
    title: () => (body.title === undefined ? body.name : body.title),
    descriptions: () => told({ summary: body.summary, description: body.description }),
    times: () =>
      told({
        checkInTimeStart: policies.checkInTimeStart,
        checkInTimeEnd: policies.checkInTimeEnd,
        checkOutTime: policies.checkOutTime,
      }),
    capacity: () =>
      set({
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
      set({
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

/** Of a call that failed as a whole. */
const codes: Partial<Record<VendorError['kind'], SectionError['code']>> = {
  rejected: 'rejected',
  not_found: 'not_found',
  credentials: 'reauth_required',
  reauth: 'reauth_required',
}

export async function writeToPms(
  access: ConnectionAccess,
  externalId: string,
  change: ListingChange,
): Promise<Omit<PmsOutcome, 'provider'>> {
  const writes = access.connector.operations.listingWrites
  const names = Object.keys(change) as (keyof ListingChange)[]
  if (!writes || names.length === 0) return { applied: [], errors: [] }
  try {
    return await callConnection(access, (context) => writes.write(context, { externalId, change }))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const code = codes[error.kind] ?? 'unavailable'
    const message = error.vendorMessage ?? error.message
    return { applied: [], errors: names.map((section) => ({ section, code, message })) }
  }
}

/** Throws where the PMS takes none of what was asked for, and there is nothing else to do. */
export function assertSomethingDone(
  { provider, applied, errors }: PmsOutcome,
  sections: readonly Section[],
): void {
  const unsupported = errors.filter(({ code }) => code === 'unsupported')
  if (applied.length > 0 || unsupported.length === 0 || sections.some(({ pms }) => pms === undefined)) return
  if (unsupported.length < errors.length) return
  const names = unsupported.map(({ section }) => section)
  throw new ApiError(
    'pms_write_unsupported',
    `${provider} takes no ${names.join(', ')}: ${unsupported[0]?.message ?? ''}`,
    { provider, field: names[0], fields: names },
  )
}
