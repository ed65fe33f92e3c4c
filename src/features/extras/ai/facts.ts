/** Rows as the model sees them: an allow-list of fields and nothing beyond. Pure. */
import { isTaken, priceOf, type StoredNight } from '../../../records/calendar/public.ts'
import type { ListingFacts, MessageFacts, StayFacts } from './queries.ts'

export type HideText = (text: string) => string

const longestText = 4000
const longestMessage = 2000
const mostAmenities = 100

/** Excludes whatever opens a door: codes, passwords and the street. */
const tellableFields = {
  content: [
    ...(['summary', 'description', 'space', 'guestAccess', 'neighborhoodOverview', 'gettingAround'] as const),
    ...(['transit', 'houseRules', 'interactionWithGuests'] as const),
  ],
  details: [
    ...(['propertyType', 'roomTypeCategory', 'bedrooms', 'bathrooms', 'beds', 'personCapacity'] as const),
    ...(['checkInTimeStart', 'checkInTimeEnd', 'checkOutTime', 'minNights', 'maxNights'] as const),
  ],
  policies: [
    ...(['houseRules', 'cancellationPolicy', 'checkInTimeStart', 'checkInTimeEnd', 'checkOutTime'] as const),
    ...(['allowsChildren', 'allowsInfants', 'allowsPets', 'allowsSmoking', 'allowsEvents'] as const),
    ...(['quietHoursStart', 'quietHoursEnd'] as const),
  ],
}

const isTold = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value.trim() !== '') ||
  typeof value === 'number' ||
  typeof value === 'boolean'

const hideInValue = (value: string | number | boolean, hide: HideText) =>
  typeof value === 'string' ? hide(value).slice(0, longestText) : value

function pickFields(from: unknown, names: readonly string[], hide: HideText): Record<string, unknown> {
  const fields = (from ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name]
      return isTold(value) ? [[name, hideInValue(value, hide)]] : []
    }),
  )
}

export const listAmenities = ({ amenities }: Pick<ListingFacts, 'amenities'>): string[] =>
  ((amenities ?? []) as { amenityKey?: unknown; isPresent?: unknown }[])
    .flatMap(({ amenityKey, isPresent }) =>
      typeof amenityKey === 'string' && isPresent !== false ? [amenityKey] : [],
    )
    .slice(0, mostAmenities)

export const listPhotos = ({ photos }: Pick<ListingFacts, 'photos'>): string[] =>
  ((photos ?? []) as { url?: unknown }[]).flatMap(({ url }) => (typeof url === 'string' ? [url] : []))

export function toListingData(row: ListingFacts, hide: HideText) {
  return {
    ...pickFields(
      { name: row.public_name ?? row.name, city: row.city, region: row.state, country: row.country_code },
      ['name', 'city', 'region', 'country'],
      hide,
    ),
    ...pickFields(row.content, tellableFields.content, hide),
    ...pickFields(row.details, tellableFields.details, hide),
    ...pickFields(row.policies, tellableFields.policies, hide),
    amenities: listAmenities(row),
  }
}

export function toStayData(row: StayFacts) {
  const guests = (row.occupancy ?? {}) as Record<string, unknown>
  return {
    checkIn: row.check_in,
    checkOut: row.check_out,
    ...pickFields(
      { checkInTime: row.check_in_time, checkOutTime: row.check_out_time },
      ['checkInTime', 'checkOutTime'],
      String,
    ),
    status: row.status,
    guests: pickFields(guests, ['guests', 'adults', 'children', 'infants', 'pets'], String),
  }
}

export const toMessageData = ({ direction, body, sent_at: sentAt }: MessageFacts, hide: HideText) => ({
  from: direction === 'inbound' ? 'guest' : 'host',
  at: sentAt.toISOString(),
  text: hide(body).slice(0, longestMessage),
})

export const toNightData = (night: StoredNight) => ({
  date: night.date,
  price: priceOf(night),
  taken: isTaken(night),
})
