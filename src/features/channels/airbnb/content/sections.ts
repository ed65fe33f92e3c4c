/** How a change of each section compares with what Airbnb shows. Pure. */
import type { AmenitiesBody } from '../../../../contract/channel-content/amenities.ts'
import type { ChannelPermits } from '../../../../contract/channel-content/permits.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { assertPhotosExist } from './assert-photos-exist.ts'
import { compareFields, inCamelCase, type FieldComparison } from './compare-fields.ts'
import type { AirbnbSection } from './section.ts'

export const amenityLists = ['amenities', 'accessibility_amenities'] as const

/** Airbnb lists present amenities only: an unlisted one is absent. */
export const amenities: AirbnbSection<'amenities'> = {
  name: 'amenities',
  compared: (change, content) =>
    amenityLists.flatMap((list) =>
      (change[list] ?? []).flatMap(({ id, ...fields }: NonNullable<AmenitiesBody[typeof list]>[number]) => {
        const found: object = content?.[list].find((amenity) => amenity.id === id) ?? { is_present: false }
        return compareFields(fields, (field) => (found as Record<string, unknown>)[field], `${list}.${id}.`)
      }),
    ),
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Airbnb knows only one name for recommended guests. */
const sameAtAirbnb: Record<string, string> = { recommended_guests_only: 'experienced_guests_only' }

/** Compares every single value sent with the one at the same path. */
function compareValues(change: object, current: unknown, way = ''): FieldComparison[] {
  return compareFields(change, (field) => (isObject(current) ? current[field] : undefined)).flatMap((one) => {
    const field = `${way}${one.field}`
    if (isObject(one.wanted)) return compareValues(one.wanted, one.shown, `${field}.`)
    const value = typeof one.wanted === 'string' ? (sameAtAirbnb[one.wanted] ?? one.wanted) : one.wanted
    return { ...one, field, wanted: value }
  })
}

export const bookingSettings: AirbnbSection<'bookingSettings'> = {
  name: 'bookingSettings',
  compared: (change, content) => compareValues(change, content),
  overlaps: ['availabilityRules'],
}

export const details: AirbnbSection<'details'> = {
  name: 'details',
  compared: ({ check_in_option: option, ...fields }, content) => [
    ...compareFields(fields, inCamelCase(content ?? undefined)),
    ...compareFields(option, inCamelCase(content?.checkInOption), 'check_in_option.'),
  ],
}

export const descriptions: AirbnbSection<'descriptions'> = {
  name: 'descriptions',
  compared: ({ locale, description }, content) =>
    compareFields(description, inCamelCase(content?.find((texts) => texts.locale === locale))),
}

export const safetyDisclosures: AirbnbSection<'safetyDisclosures'> = {
  name: 'safetyDisclosures',
  compared: ({ disclosures }, content) =>
    disclosures.map(({ type, value }) => {
      const found = content?.find((one) => one.type === type)
      return {
        field: type,
        wanted: { declared: value !== false, value: typeof value === 'string' ? value : null },
        shown: { declared: found?.declared ?? false, value: found?.value ?? null },
      }
    }),
}

type PermitRecord = ChannelPermits['permits'][number]
const isPermitOf = (body: string, type: string) => (permit: PermitRecord) =>
  permit.regulatoryBody === body && permit.regulationType === type

export const permits: AirbnbSection<'permits'> = {
  name: 'permits',
  compared: (change, content) =>
    change.permits.flatMap((permit, index) => {
      const current = content?.permits.find(isPermitOf(permit.regulatory_body, permit.regulation_type))
      return compareFields(permit, inCamelCase(current), `permits[${index}].`)
    }),
}

/** The language of a check-in guide that names none. */
export const usualLocale = 'en'

export const checkInGuide: AirbnbSection<'checkInGuide'> = {
  name: 'checkInGuide',
  compared({ locale = usualLocale, steps }, content) {
    const guide = content?.find((one) => one.locale === locale)
    const current = guide?.steps.map(({ notes }) => notes) ?? null
    return [{ field: 'steps', wanted: steps.map(({ notes }) => notes), shown: current }]
  },
}

/** Publishing a listing writes this section; it has no route that writes. */
export const checkOutGuide: AirbnbSection<'checkOutGuide'> = {
  name: 'checkOutGuide',
  compared: ({ tasks }, content) =>
    tasks.map(({ taskType, instruction }) => {
      const task = content?.find((one) => one.taskType === taskType)
      return {
        field: taskType,
        wanted: { isPresent: true, instruction },
        shown: task && { isPresent: task.isPresent, instruction: task.instruction },
      }
    }),
}

export const rooms: AirbnbSection<'rooms'> = {
  name: 'rooms',
  compared({ roomId, change }, content) {
    const room = content?.find((one) => one.roomId === roomId)
    if (change === null) return [{ field: 'roomId', wanted: null, shown: room ?? null }]
    return compareFields(change, (field) => (room as Record<string, unknown> | undefined)?.[field])
  },
  assertThere({ roomId }, content, listingId) {
    if (content.some((one) => one.roomId === roomId)) return
    throw new ApiError('not_found', `Listing ${listingId} has no room ${roomId} on Airbnb.`, {
      field: 'roomId',
      value_received: roomId,
      valid_values: content.map((one) => one.roomId),
    })
  },
}

export const photos: AirbnbSection<'photos'> = {
  name: 'photos',
  compared({ photoId, change }, content) {
    const photo = content?.find((one) => one.photoId === photoId)
    if (change === null) return [{ field: 'photoId', wanted: null, shown: photo ?? null }]
    return compareFields(change, inCamelCase(photo))
  },
  assertThere: ({ photoId, change }, content, listingId) =>
    assertPhotosExist(content, [photoId], { listingId, field: change === null ? 'photoId' : 'photo_id' }),
}
