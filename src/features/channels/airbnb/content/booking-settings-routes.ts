import { readOf } from '../../../../contract/channel-airbnb.ts'
import {
  BookingSettings,
  BookingSettingsBody,
  BookingSettingsWritten,
} from '../../../../contract/channel-content/booking-settings.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { assertOneMeaning } from './booking-settings-rules.ts'
import { fieldsOf, type Compared } from './compare.ts'
import { at, changeErrors, LinkQuery, readAt, readErrors, tag, wantedOf, WriteQuery } from './route-parts.ts'
import type { Section } from './section.ts'
import { writeSection } from './write.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Airbnb knows guests of whom hosts spoke well, by one name. */
const sameAtAirbnb: Record<string, string> = { recommended_guests_only: 'experienced_guests_only' }

/** Every single value that was sent, beside the one that stands in the same place. */
function compared(wanted: object, shown: unknown, way = ''): Compared[] {
  return fieldsOf(wanted, (field) => (isObject(shown) ? shown[field] : undefined)).flatMap((one) => {
    const field = `${way}${one.field}`
    if (isObject(one.wanted)) return compared(one.wanted, one.shown, `${field}.`)
    const said = typeof one.wanted === 'string' ? (sameAtAirbnb[one.wanted] ?? one.wanted) : one.wanted
    return { ...one, field, wanted: said }
  })
}

export const bookingSettings: Section<'bookingSettings'> = {
  name: 'bookingSettings',
  compared: (change, content) => compared(change, content),
  overlaps: ['availabilityRules'],
}

/** Which of Airbnb's two parts a field is written to. */
const rules: readonly (keyof BookingSettingsBody)[] = ['advanceNotice', 'preparationTime', 'bookingWindow']

function appliedOf(body: BookingSettingsBody): ('bookingSettings' | 'availabilityRules')[] {
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
      const { content, dataFreshness } = await readAt(context, 'bookingSettings')
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
      assertOneMeaning(body)
      return writeSection(
        context,
        bookingSettings,
        wantedOf(context, body),
        ({ result, blockedFields, stored, dryRun }) => ({
          data: { applied: dryRun ? [] : appliedOf(body), settings: result },
          blockedFields,
          stored,
          ...(dryRun ? { dryRun } : {}),
        }),
      )
    },
  }),
]
