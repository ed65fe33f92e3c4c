/** Plans what to send of a listing to Airbnb, as section changes. Pure. */
import { checkInCategories } from '../../../../contract/channel-content/details.ts'
import type { PushedSection } from '../../../../contract/channel-content/publishing.ts'
import type { ContentSections } from '../../../../contract/channel-content/sections.ts'
import { planPhotos, planRooms, type PhotoToSend, type RoomToSend } from './plan-items.ts'
import type { StoredJson, PublishableListing } from './queries.ts'

type SectionChangeOf<S extends keyof ContentSections> = ContentSections[S]['change']

/** null: nothing is known of the section. */
export interface PublishPlan {
  details: SectionChangeOf<'details'> | null
  /** One change per language. */
  descriptions: SectionChangeOf<'descriptions'>[]
  amenities: SectionChangeOf<'amenities'> | null
  bookingSettings: SectionChangeOf<'bookingSettings'> | null
  pricing: SectionChangeOf<'pricing'> | null
  checkOutGuide: SectionChangeOf<'checkOutGuide'> | null
  rooms: RoomToSend[]
  photos: PhotoToSend[]
  empty: PushedSection[]
  warnings: string[]
}

/** Reports what a section cannot send. */
type WarnUnsendable = (words: string) => void

const text = (fields: StoredJson | null, name: string): string | null => {
  const value = fields?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
const withoutNulls = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
const isEmpty = (values: object) => Object.keys(values).length === 0

/** The form of Airbnb's codes; a foreign code would get the whole section refused. */
const isWord = (value: string) => /^[a-z0-9]+(_[a-z0-9]+)*$/.test(value)

function wordsOnly(
  fields: Record<string, string | null>,
  warn: WarnUnsendable,
): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value === null || isWord(value)) return [name, value]
      warn(`\`${name}\` is not sent: \`${value.slice(0, 60)}\` is no word of Airbnb.`)
      return [name, null]
    }),
  )
}

const withinLength = (
  name: string,
  value: string | null,
  most: number,
  warn: WarnUnsendable,
): string | null => {
  if (value === null || value.length <= most) return value
  warn(`\`${name}\` is not sent: it has ${value.length} signs, and Airbnb takes ${most}.`)
  return null
}

function detailsOf({ details, policies }: PublishableListing, warn: WarnUnsendable): PublishPlan['details'] {
  const method = text(policies, 'checkInMethod')
  const category = checkInCategories.find((one) => one === method)
  const change = {
    ...withoutNulls(
      wordsOnly(
        {
          property_type_group: text(details, 'propertyType'),
          property_type_category: text(details, 'propertyTypeCategory'),
          room_type_category: text(details, 'roomTypeCategory'),
        },
        warn,
      ),
    ),
    ...withoutNulls({
      house_manual: withinLength('houseManual', text(details, 'houseManual'), 5000, warn),
      directions: withinLength('directions', text(details, 'directions'), 5000, warn),
      wifi_network: withinLength('wifiNetwork', text(details, 'wifiNetwork'), 255, warn),
      wifi_password: withinLength('wifiPassword', text(details, 'wifiPassword'), 255, warn),
      check_in_option: category && {
        category,
        ...withoutNulls({
          instruction: withinLength('checkInInstruction', text(policies, 'checkInInstruction'), 5000, warn),
        }),
      },
    }),
  } as ContentSections['details']['change']
  return isEmpty(change) ? null : change
}

const [shortestName, longestName, longestSummary, longestText] = [8, 255, 500, 5000]

function descriptionOf(
  locale: string,
  name: string | null,
  content: StoredJson | null,
  warn: WarnUnsendable,
): PublishPlan['descriptions'] {
  const isLong = name !== null && name.length >= shortestName
  if (name !== null && !isLong)
    warn(`The name is not sent in ${locale}: Airbnb takes no name under ${shortestName} signs.`)
  const description = withoutNulls({
    name: isLong ? withinLength(`name (${locale})`, name, longestName, warn) : null,
    summary: withinLength(`summary (${locale})`, text(content, 'summary'), longestSummary, warn),
    space: withinLength(`description (${locale})`, text(content, 'description'), longestText, warn),
    house_rules: withinLength(`houseRules (${locale})`, text(content, 'houseRules'), longestText, warn),
  })
  return isEmpty(description) ? [] : [{ locale, description }]
}

const descriptionsOf = (
  { publicName, content, texts }: PublishableListing,
  warn: WarnUnsendable,
): PublishPlan['descriptions'] => [
  ...descriptionOf('en', publicName, content, warn),
  ...texts.flatMap(({ locale, content: own }) => descriptionOf(locale, text(own, 'name'), own, warn)),
]

const mostAmenities = 200

function amenitiesOf({ amenities }: PublishableListing, warn: WarnUnsendable): PublishPlan['amenities'] {
  const known = amenities.flatMap((amenity) => {
    const id = text(amenity, 'amenityKey')
    return id === null ? [] : [{ id, is_present: amenity['isPresent'] !== false }]
  })
  const sendable = known.filter(({ id }) => isWord(id)).slice(0, mostAmenities)
  if (sendable.length < known.length)
    warn(
      `${known.length - sendable.length} amenities are not sent: they are no words of Airbnb, or too many.`,
    )
  return sendable.length === 0 ? null : { amenities: sendable }
}

/** Airbnb takes whole hours only. */
function hourOf(details: StoredJson | null, name: string, warn: WarnUnsendable): number | null {
  const value = text(details, name)
  if (value === null) return null
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(value) ?? []
  if (hour !== undefined && minute === '00') return Number(hour)
  warn(`\`${name}\` is not sent: Airbnb takes whole hours, and it is ${value}.`)
  return null
}

const policies = ['flexible', 'moderate', 'strict', 'super_strict'] as const

function policiesOf(
  { details, policies: storedPolicies }: PublishableListing,
  warn: WarnUnsendable,
): PublishPlan['bookingSettings'] {
  const [start, end, time] = (['checkInTimeStart', 'checkInTimeEnd', 'checkOutTime'] as const).map((name) =>
    hourOf(details, name, warn),
  )
  const policyName = text(storedPolicies, 'cancellationPolicy')
  const shortStayPolicy = policies.find((policy) => policy === policyName)
  const checkIn = withoutNulls({ start, end })
  const change: ContentSections['bookingSettings']['change'] = {
    ...(isEmpty(checkIn) ? {} : { checkIn }),
    ...(typeof time === 'number' ? { checkOut: { time } } : {}),
    ...(shortStayPolicy === undefined ? {} : { cancellation: { shortStayPolicy } }),
  }
  return isEmpty(change) ? null : change
}

/** Night prices are sent with the nights. */
function pricingOf({ pricing }: PublishableListing): PublishPlan['pricing'] {
  const guests = pricing['guestsIncluded']
  const change = withoutNulls({
    cleaning_fee: text(pricing, 'cleaningFee'),
    price_per_extra_person: text(pricing, 'pricePerExtraGuest'),
    guests_included: typeof guests === 'number' ? guests : null,
  })
  return isEmpty(change) ? null : change
}

function tasksOf({ checkoutTasks }: PublishableListing): PublishPlan['checkOutGuide'] {
  const tasks = checkoutTasks.flatMap((task) => {
    const taskType = text(task, 'taskType')
    return taskType === null ? [] : [{ taskType, instruction: text(task, 'instructions') }]
  })
  return tasks.length === 0 ? null : { tasks }
}

export function planPublication(listing: PublishableListing): PublishPlan {
  const warnings: string[] = []
  const warn: WarnUnsendable = (words) => void warnings.push(words)
  const details = detailsOf(listing, warn)
  const descriptions = descriptionsOf(listing, warn)
  const amenities = amenitiesOf(listing, warn)
  const bookingSettings = policiesOf(listing, warn)
  const pricing = pricingOf(listing)
  const checkOutGuide = tasksOf(listing)
  const [rooms, photos] = [planRooms(listing, warn), planPhotos(listing, warn)]
  const known: [PushedSection, boolean][] = [
    ['details', details !== null],
    ['description', descriptions.length > 0],
    ['amenities', amenities !== null],
    ['policies', bookingSettings !== null],
    ['pricing', pricing !== null],
  ]
  const empty = known.filter(([, isKnown]) => !isKnown).map(([section]) => section)
  return {
    ...{ details, descriptions, amenities, bookingSettings, pricing, checkOutGuide, rooms, photos },
    ...{ empty, warnings },
  }
}
