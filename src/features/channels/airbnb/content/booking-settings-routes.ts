import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  BookingSettings,
  BookingSettingsBody,
  BookingSettingsWritten,
} from '../../../../contract/channel-content/booking-settings.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { assertConsistent } from './booking-settings-rules.ts'
import { compareFields, type FieldComparison } from './compare-fields.ts'
import {
  at,
  changeErrors,
  LinkQuery,
  readSectionOf,
  readErrors,
  tag,
  toSectionChange,
  WriteQuery,
} from './route-parts.ts'
import type { AirbnbSection } from './section.ts'
import { writeSection } from './write-section.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Airbnb knows only one name for recommended guests. */
const sameAtAirbnb: Record<string, string> = { recommended_guests_only: 'experienced_guests_only' }

/** Compares every single value sent with the one at the same path. */
function compareValues(sent: object, shown: unknown, way = ''): FieldComparison[] {
  return compareFields(sent, (field) => (isObject(shown) ? shown[field] : undefined)).flatMap((one) => {
    const field = `${way}${one.field}`
    if (isObject(one.wanted)) return compareValues(one.wanted, one.shown, `${field}.`)
    const said = typeof one.wanted === 'string' ? (sameAtAirbnb[one.wanted] ?? one.wanted) : one.wanted
    return { ...one, field, wanted: said }
  })
}

export const bookingSettings: AirbnbSection<'bookingSettings'> = {
  name: 'bookingSettings',
  compared: (change, content) => compareValues(change, content),
  overlaps: ['availabilityRules'],
}

/** Fields that belong to the second of Airbnb's two parts. */
const rules: readonly (keyof BookingSettingsBody)[] = ['advanceNotice', 'preparationTime', 'bookingWindow']

function appliedParts(body: BookingSettingsBody): ('bookingSettings' | 'availabilityRules')[] {
  const fields = Object.keys(body) as (keyof BookingSettingsBody)[]
  const isRule = (field: keyof BookingSettingsBody) => rules.includes(field)
  return [
    ...(fields.some((field) => !isRule(field)) ? (['bookingSettings'] as const) : []),
    ...(fields.some(isRule) ? (['availabilityRules'] as const) : []),
  ]
}

export const bookingSettingRoutes = [
  route({
    method: 'GET',
    url: at('booking-settings'),
    id: 'getAirbnbBookingSettings',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get the booking settings of an Airbnb listing',
    description: 'When and how guests can book, as Airbnb was last read to have it.',
    params: idParams('listing'),
    query: LinkQuery,
    reply: readOf(BookingSettings),
    errors: readErrors,
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async (context) => {
      const { content, dataFreshness } = await readSectionOf(context, 'bookingSettings')
      return { data: content, dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: at('booking-settings'),
    id: 'updateAirbnbBookingSettings',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Change the booking settings of an Airbnb listing',
    description:
      'What is named changes, everything else stays; it is read back. What contradicts itself is refused before anything is sent.',
    params: idParams('listing'),
    query: WriteQuery,
    body: BookingSettingsBody,
    reply: BookingSettingsWritten,
    errors: [...changeErrors, 'validation_error', 'unsupported_field'],
    listing: 'params.id',
    handle: (context) => {
      const { body } = context
      assertConsistent(body)
      return writeSection(
        context,
        bookingSettings,
        toSectionChange(context, body),
        ({ result, blockedFields, stored, dryRun }) => ({
          data: { applied: dryRun ? [] : appliedParts(body), settings: result },
          blockedFields,
          stored,
          ...(dryRun ? { dryRun } : {}),
        }),
      )
    },
  }),
]
