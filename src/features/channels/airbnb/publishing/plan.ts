/** What of a listing is sent to Airbnb: changes of its sections, made of what is known here. Pure. */
import { checkInCategories } from '../../../../contract/channel-content/details.ts'
import type { PushedSection } from '../../../../contract/channel-content/publishing.ts'
import type { ContentSections } from '../../../../contract/channel-content/sections.ts'
import { photoWishes, roomWishes, type PhotoWish, type RoomWish } from './plan-items.ts'
import type { Fields, KnownListing } from './queries.ts'

type Change<S extends keyof ContentSections> = ContentSections[S]['change']

/** null: nothing of it is known here. */
export interface Plan {
  details: Change<'details'> | null
  /** By language. */
  descriptions: Change<'descriptions'>[]
  amenities: Change<'amenities'> | null
  bookingSettings: Change<'bookingSettings'> | null
  pricing: Change<'pricing'> | null
  checkOutGuide: Change<'checkOutGuide'> | null
  rooms: RoomWish[]
  photos: PhotoWish[]
  empty: PushedSection[]
  warnings: string[]
}

/** Filled in by each section: what it cannot send. */
type Warn = (words: string) => void

const text = (fields: Fields | null, name: string): string | null => {
  const value = fields?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
const told = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
const isEmpty = (values: object) => Object.keys(values).length === 0

/** Airbnb's own words have this shape; a word of somebody else would be refused with everything beside it. */
const isWord = (value: string) => /^[a-z0-9]+(_[a-z0-9]+)*$/.test(value)

function wordsOnly(fields: Record<string, string | null>, warn: Warn): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value === null || isWord(value)) return [name, value]
      warn(`\`${name}\` is not sent: \`${value.slice(0, 60)}\` is no word of Airbnb.`)
      return [name, null]
    }),
  )
}

const fits = (name: string, value: string | null, most: number, warn: Warn): string | null => {
  if (value === null || value.length <= most) return value
  warn(`\`${name}\` is not sent: it has ${value.length} signs, and Airbnb takes ${most}.`)
  return null
}

function detailsOf({ details, policies }: KnownListing, warn: Warn): Plan['details'] {
  const method = text(policies, 'checkInMethod')
  const category = checkInCategories.find((one) => one === method)
  const change = {
    ...told(
      wordsOnly(
        {
          property_type_group: text(details, 'propertyType'),
          property_type_category: text(details, 'propertyTypeCategory'),
          room_type_category: text(details, 'roomTypeCategory'),
        },
        warn,
      ),
    ),
    ...told({
      house_manual: fits('houseManual', text(details, 'houseManual'), 5000, warn),
      directions: fits('directions', text(details, 'directions'), 5000, warn),
      wifi_network: fits('wifiNetwork', text(details, 'wifiNetwork'), 255, warn),
      wifi_password: fits('wifiPassword', text(details, 'wifiPassword'), 255, warn),
      check_in_option: category && {
        category,
        ...told({
          instruction: fits('checkInInstruction', text(policies, 'checkInInstruction'), 5000, warn),
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
  content: Fields | null,
  warn: Warn,
): Plan['descriptions'] {
  const isLong = name !== null && name.length >= shortestName
  if (name !== null && !isLong)
    warn(`The name is not sent in ${locale}: Airbnb takes no name under ${shortestName} signs.`)
  const description = told({
    name: isLong ? fits(`name (${locale})`, name, longestName, warn) : null,
    summary: fits(`summary (${locale})`, text(content, 'summary'), longestSummary, warn),
    space: fits(`description (${locale})`, text(content, 'description'), longestText, warn),
    house_rules: fits(`houseRules (${locale})`, text(content, 'houseRules'), longestText, warn),
  })
  return isEmpty(description) ? [] : [{ locale, description }]
}

const descriptionsOf = ({ publicName, content, texts }: KnownListing, warn: Warn): Plan['descriptions'] => [
  ...descriptionOf('en', publicName, content, warn),
  ...texts.flatMap(({ locale, content: own }) => descriptionOf(locale, text(own, 'name'), own, warn)),
]

const mostAmenities = 200

function amenitiesOf({ amenities }: KnownListing, warn: Warn): Plan['amenities'] {
  const known = amenities.flatMap((amenity) => {
    const id = text(amenity, 'amenityKey')
    return id === null ? [] : [{ id, is_present: amenity['isPresent'] !== false }]
  })
  const sent = known.filter(({ id }) => isWord(id)).slice(0, mostAmenities)
  if (sent.length < known.length)
    warn(`${known.length - sent.length} amenities are not sent: they are no words of Airbnb, or too many.`)
  return sent.length === 0 ? null : { amenities: sent }
}

/** Airbnb has whole hours. */
function hourOf(details: Fields | null, name: string, warn: Warn): number | null {
  const value = text(details, name)
  if (value === null) return null
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(value) ?? []
  if (hour !== undefined && minute === '00') return Number(hour)
  warn(`\`${name}\` is not sent: Airbnb takes whole hours, and it is ${value}.`)
  return null
}

const policies = ['flexible', 'moderate', 'strict', 'super_strict'] as const

function policiesOf({ details, policies: kept }: KnownListing, warn: Warn): Plan['bookingSettings'] {
  const [start, end, time] = (['checkInTimeStart', 'checkInTimeEnd', 'checkOutTime'] as const).map((name) =>
    hourOf(details, name, warn),
  )
  const named = text(kept, 'cancellationPolicy')
  const shortStayPolicy = policies.find((policy) => policy === named)
  const checkIn = told({ start, end })
  const change: ContentSections['bookingSettings']['change'] = {
    ...(isEmpty(checkIn) ? {} : { checkIn }),
    ...(typeof time === 'number' ? { checkOut: { time } } : {}),
    ...(shortStayPolicy === undefined ? {} : { cancellation: { shortStayPolicy } }),
  }
  return isEmpty(change) ? null : change
}

/** Prices of nights go with the nights. */
function pricingOf({ pricing }: KnownListing): Plan['pricing'] {
  const guests = pricing['guestsIncluded']
  const change = told({
    cleaning_fee: text(pricing, 'cleaningFee'),
    price_per_extra_person: text(pricing, 'pricePerExtraGuest'),
    guests_included: typeof guests === 'number' ? guests : null,
  })
  return isEmpty(change) ? null : change
}

function tasksOf({ checkoutTasks }: KnownListing): Plan['checkOutGuide'] {
  const tasks = checkoutTasks.flatMap((task) => {
    const taskType = text(task, 'taskType')
    return taskType === null ? [] : [{ taskType, instruction: text(task, 'instructions') }]
  })
  return tasks.length === 0 ? null : { tasks }
}

export function planOf(listing: KnownListing): Plan {
  const warnings: string[] = []
  const warn: Warn = (words) => void warnings.push(words)
  const details = detailsOf(listing, warn)
  const descriptions = descriptionsOf(listing, warn)
  const amenities = amenitiesOf(listing, warn)
  const bookingSettings = policiesOf(listing, warn)
  const pricing = pricingOf(listing)
  const checkOutGuide = tasksOf(listing)
  const [rooms, photos] = [roomWishes(listing, warn), photoWishes(listing, warn)]
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
