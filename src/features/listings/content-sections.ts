/** Splits a content body into sections to write. Pure. */
import type { OwnFields } from '../../records/listings/own-values.ts'
import { checkoutTaskTypes, type ContentBody } from '../../contract/listing-content.ts'
import type { ListingDraft } from '../../connector-kit/listing-write-operations.ts'
import { ApiError } from '../../platform/api-error.ts'
import { withoutUndefined } from './without-undefined.ts'
import { amountText, degreesText } from './create-listing.ts'
import type { ContentColumns, ObjectColumn } from '../../records/listings/content-columns.ts'

export interface SectionToWrite {
  /** The body's field. */
  name: string
  /** The connectors' name for it, where PMSs have it. */
  pms?: keyof ListingDraft
  columns: Partial<ContentColumns>
  objects: Partial<Record<ObjectColumn, OwnFields>>
}

export interface ContentPlan {
  sections: SectionToWrite[]
  /** Texts in a language other than English. */
  texts: { locale: string; content: OwnFields } | null
  /** Sections without any usable value. */
  unusable: string[]
}

const invalidField = (field: string, message: string, value: unknown) =>
  new ApiError('invalid_body', message, { field, value_received: value })

const isEmpty = (fields: object) => Object.keys(fields).length === 0

function createSection(
  name: string,
  {
    pms,
    columns = {},
    objects = {},
  }: { pms?: keyof ListingDraft; columns?: OwnFields; objects?: Record<string, OwnFields> },
): SectionToWrite[] {
  const result = {
    columns: withoutUndefined(columns),
    objects: Object.fromEntries(Object.entries(objects).filter(([, fields]) => !isEmpty(fields))),
  }
  if (isEmpty(result.columns) && isEmpty(result.objects)) return []
  return [{ name, ...(pms === undefined ? {} : { pms }), ...result }]
}

/** `photos` are the listing's current ones. */
export function planContent(body: ContentBody, photos: readonly object[]): ContentPlan {
  const title = titleOf(body)
  const locale = body.locale ?? 'en'
  const isEnglish = /^en\b/.test(locale)
  const { summary, description } = body
  const pictures = picturesOf(body, photos)
  return {
    sections: [
      ...(isEnglish ? englishTexts(title, summary, description) : []),
      ...createSection('amenities', {
        pms: 'amenities',
        columns: { amenities: amenitiesOf(body.amenities) },
      }),
      ...addressSection(body.address),
      ...createSection('details', { objects: { details: withoutUndefined({ ...body.details }) } }),
      ...occupancySection(body.occupancy),
      ...createSection('rooms', { columns: { rooms: body.rooms } }),
      ...createSection('checkoutTasks', { columns: { checkout_tasks: tasksOf(body.checkoutTasks) } }),
      ...pricingSection(body.pricing),
      ...policySections(body.policies),
      ...(pictures.length === 0 && (body.photos?.length ?? 0) > 0
        ? []
        : createSection('photos', {
            pms: 'photos',
            columns:
              body.photos === undefined ? {} : { photos: pictures, thumbnail_url: thumbnailOf(pictures) },
          })),
    ],
    texts: isEnglish ? null : textsOf(locale, withoutUndefined({ name: title, summary, description })),
    unusable: pictures.length === 0 && (body.photos?.length ?? 0) > 0 ? ['photos'] : [],
  }
}

function titleOf({ title, name }: ContentBody): string | null | undefined {
  if (title !== undefined && name !== undefined && title !== name) {
    throw invalidField('name', '`title` and `name` mean the same: send one of them.', name)
  }
  return title === undefined ? name : title
}

function englishTexts(
  title: string | null | undefined,
  summary: string | null | undefined,
  description: string | null | undefined,
): SectionToWrite[] {
  return [
    ...createSection('title', {
      pms: 'title',
      columns: { public_name: title },
      objects: { content: withoutUndefined({ name: title }) },
    }),
    ...createSection('summary', { pms: 'descriptions', objects: { content: withoutUndefined({ summary }) } }),
    ...createSection('description', {
      pms: 'descriptions',
      objects: { content: withoutUndefined({ description }) },
    }),
  ]
}

const textsOf = (locale: string, content: OwnFields) => (isEmpty(content) ? null : { locale, content })

function amenitiesOf(amenities: ContentBody['amenities']): object[] | undefined {
  if (amenities === undefined) return undefined
  const rows = amenities.map((amenity) =>
    typeof amenity === 'string' ? { amenityKey: amenity, isPresent: true } : { isPresent: true, ...amenity },
  )
  return [...new Map(rows.map((row) => [row.amenityKey, row])).values()]
}

function addressSection(address: ContentBody['address']): SectionToWrite[] {
  if (address === undefined) return []
  const { street, city, state, postalCode, zipcode, countryCode, lat, lng } = address
  return createSection('address', {
    pms: 'address',
    columns: {
      street,
      city,
      state,
      postal_code: postalCode === undefined ? zipcode : postalCode,
      country_code: countryCode,
      latitude: lat === undefined ? undefined : degreesText(lat),
      longitude: lng === undefined ? undefined : degreesText(lng),
    },
  })
}

function occupancySection(occupancy: ContentBody['occupancy']): SectionToWrite[] {
  if (occupancy === undefined) return []
  const { maxGuests, bedrooms, beds, bathrooms } = occupancy
  const text = typeof bathrooms === 'number' ? String(bathrooms) : bathrooms
  return createSection('occupancy', {
    pms: 'capacity',
    objects: { details: withoutUndefined({ personCapacity: maxGuests, bedrooms, beds, bathrooms: text }) },
  })
}

function tasksOf(tasks: ContentBody['checkoutTasks']): object[] | undefined {
  return tasks?.map((task, index) => {
    const taskType = task.taskType.toLowerCase()
    if ((checkoutTaskTypes as readonly string[]).includes(taskType)) return { ...task, taskType }
    const field = `checkoutTasks[${index}].taskType`
    throw new ApiError('invalid_body', `\`${field}\` must be one of: ${checkoutTaskTypes.join(', ')}.`, {
      field,
      value_received: task.taskType,
      valid_values: [...checkoutTaskTypes],
    })
  })
}

function pricingSection(pricing: ContentBody['pricing']): SectionToWrite[] {
  if (pricing === undefined) return []
  const { defaultDailyPrice, currency, weeklyDiscount, monthlyDiscount, guestsIncluded, ...amounts } = pricing
  for (const [name, value] of Object.entries({ weeklyDiscount, monthlyDiscount })) {
    if (typeof value === 'number' && value > 0 && value < 1) {
      const field = `pricing.${name}`
      throw invalidField(
        field,
        `\`${field}\` is in percent: ${value} would be less than one; ${value * 100} may be meant.`,
        value,
      )
    }
  }
  const exact = Object.fromEntries(
    Object.entries(amounts).map(([name, value]) => [
      name,
      value === undefined ? undefined : amountText(`pricing.${name}`, value),
    ]),
  )
  return createSection('pricing', {
    columns: {
      currency,
      default_nightly_price:
        defaultDailyPrice === undefined
          ? undefined
          : amountText('pricing.defaultDailyPrice', defaultDailyPrice),
    },
    objects: { pricing: withoutUndefined({ ...exact, weeklyDiscount, monthlyDiscount, guestsIncluded }) },
  })
}

function policySections(policies: ContentBody['policies']): SectionToWrite[] {
  if (policies === undefined) return []
  const { checkInTimeStart, checkInTimeEnd, checkOutTime, houseRules, cancellation, ...rest } = policies
  const cancellationPolicy = rest.cancellationPolicy === undefined ? cancellation : rest.cancellationPolicy
  return [
    ...createSection('policies', {
      pms: 'times',
      objects: { details: withoutUndefined({ checkInTimeStart, checkInTimeEnd, checkOutTime }) },
    }),
    ...createSection('policies', {
      pms: 'houseRules',
      objects: { content: withoutUndefined({ houseRules }) },
    }),
    ...createSection('policies', {
      objects: { policies: withoutUndefined({ ...rest, cancellationPolicy }) },
    }),
  ]
}

interface ListingPicture {
  url: string
  thumbnailUrl?: string | null
  sortOrder: number
}

const isWebAddress = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/**
 * In order; empty where no address is usable. One unusable address among usable ones is refused by name, and the
 * request does nothing.
 */
function picturesOf({ photos, photosMode }: ContentBody, present: readonly object[]): ListingPicture[] {
  const kept = photosMode === 'append' ? (present as ListingPicture[]) : []
  const named = (photos ?? []).map((photo) => (typeof photo === 'string' ? { url: photo } : photo))
  const wrong = named.findIndex(({ url }) => !isWebAddress(url))
  if (wrong >= 0 && !named.some(({ url }) => isWebAddress(url))) return []
  if (wrong >= 0) {
    const field = typeof photos?.[wrong] === 'string' ? `photos[${wrong}]` : `photos[${wrong}].url`
    throw new ApiError('invalid_body', `\`${field}\` is no address that begins with http:// or https://.`, {
      field,
      index: wrong,
      value_received: named[wrong]?.url.slice(0, 200),
    })
  }
  // A listing shows each address once.
  const addresses = new Set(kept.map(({ url }) => url))
  const fresh = named.filter(({ url }) => !addresses.has(url) && addresses.add(url))
  const added = fresh.map((photo, index) => ({
    category: 'property',
    ...photo,
    sortOrder: photo.sortOrder ?? kept.length + index,
  }))
  return [...kept, ...added].toSorted((a, b) => a.sortOrder - b.sortOrder)
}

const thumbnailOf = ([first]: readonly ListingPicture[]) => first?.thumbnailUrl ?? first?.url ?? null
