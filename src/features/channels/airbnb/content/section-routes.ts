import { Type } from 'typebox'
import {
  AmenitiesBody,
  AmenitiesWritten,
  ChannelAmenities,
} from '../../../../contract/channel-content/amenities.ts'
import {
  BookingSettings,
  BookingSettingsBody,
  BookingSettingsWritten,
} from '../../../../contract/channel-content/booking-settings.ts'
import {
  ChannelDescription,
  DescriptionsBody,
  DescriptionsWritten,
} from '../../../../contract/channel-content/descriptions.ts'
import { AirbnbDetails, DetailsBody, DetailsWritten } from '../../../../contract/channel-content/details.ts'
import {
  CheckInGuide,
  CheckInGuideBody,
  CheckInGuideWritten,
  CheckOutTask,
} from '../../../../contract/channel-content/guides.ts'
import { PermitsBody, PermitsWritten, ShownPermits } from '../../../../contract/channel-content/permits.ts'
import { qualityTypes, ShownQuality } from '../../../../contract/channel-content/quality.ts'
import {
  Disclosure,
  DisclosuresBody,
  DisclosuresWritten,
} from '../../../../contract/channel-content/safety.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import { assertUniqueNames } from './assert-unique-names.ts'
import { assertConsistent } from './booking-settings-rules.ts'
import { linkId } from './find-link.ts'
import { LocaleQuery, localeAlias, filterLocale } from './locale.ts'
import { endOf, LinkQuery, sectionReadRoute, sectionWriteRoute, typeQuery } from './section-route.ts'
import {
  amenities,
  amenityLists,
  bookingSettings,
  checkInGuide,
  descriptions,
  details,
  permits,
  safetyDisclosures,
  usualLocale,
} from './sections.ts'

const unverified = 'No path of it is known, so it needs `AIRBNB_UNVERIFIED_CALLS`.'

/** Booking settings that belong to the second of Airbnb's two parts. */
const ruleFields: readonly (keyof BookingSettingsBody)[] = [
  'advanceNotice',
  'preparationTime',
  'bookingWindow',
]

function appliedParts(body: BookingSettingsBody): ('bookingSettings' | 'availabilityRules')[] {
  const fields = Object.keys(body) as (keyof BookingSettingsBody)[]
  const isRule = (field: keyof BookingSettingsBody) => ruleFields.includes(field)
  return [
    ...(fields.some((field) => !isRule(field)) ? (['bookingSettings'] as const) : []),
    ...(fields.some(isRule) ? (['availabilityRules'] as const) : []),
  ]
}

const PermitQuery = Type.Object(
  {
    source: Type.Optional(
      oneOfStrings(['cache', 'live'], {
        description:
          '`cache`, as without it: what was read last. `live`: read from Airbnb now, with the questions in `flows`.',
      }),
    ),
    ...LinkQuery.properties,
  },
  { additionalProperties: false },
)
const isLive = ({ source }: { source?: string }) => source === 'live'

export const descriptionRoutes = [
  sectionReadRoute({
    section: 'descriptions',
    path: 'descriptions',
    id: 'getAirbnbDescriptions',
    summary: 'Get the texts of an Airbnb listing',
    description: 'The texts in each language, as Airbnb was last read to have them.',
    query: LocaleQuery,
    queryAliases: localeAlias,
    reply: Type.Array(ChannelDescription),
    shown: ({ content }, { locale }) => filterLocale(content, locale),
  }),
  sectionWriteRoute({
    section: descriptions,
    path: 'descriptions',
    id: 'updateAirbnbDescriptions',
    summary: 'Change the texts of an Airbnb listing',
    description:
      'Changes the texts that are named, in one language, and reads them back: `blockedFields` are those that Airbnb took and does not show.',
    body: DescriptionsBody,
    reply: DescriptionsWritten,
    change: (body) => body,
    shown: (answer, { locale }) => ({ ...answer, locale }),
  }),
]

export const amenityRoutes = [
  sectionReadRoute({
    section: 'amenities',
    path: 'amenities',
    id: 'getAirbnbAmenities',
    summary: 'Get the amenities of an Airbnb listing',
    description: 'Amenities and accessibility features, as Airbnb was last read to have them.',
    reply: ChannelAmenities,
  }),
  sectionWriteRoute({
    section: amenities,
    path: 'amenities',
    id: 'updateAirbnbAmenities',
    summary: 'Change the amenities of an Airbnb listing',
    description:
      'Those that are named are switched on or off; the others stay. They are read back: `blockedFields` are those that Airbnb took and does not show, such as instructions, for which no call is known.',
    body: AmenitiesBody,
    reply: AmenitiesWritten,
    check(body) {
      for (const list of amenityLists) assertUniqueNames(list, 'id', body[list])
    },
    change: (body) => body,
    shown: (answer) => answer,
  }),
]

export const detailRoutes = [
  sectionReadRoute({
    section: 'details',
    path: 'details',
    id: 'getAirbnbDetails',
    summary: 'Get the details of an Airbnb listing',
    description:
      'Kind of place, size, and how guests get in, as Airbnb was last read to have it; a list, with one row for the Airbnb listing.',
    reply: Type.Array(AirbnbDetails),
    shown: ({ content, link, lockedFields, readAt }) => [
      {
        listingAirbnbId: linkId(link),
        ...content,
        lockedFields,
        updatedAt: readAt?.toISOString() ?? null,
      },
    ],
  }),
  sectionWriteRoute({
    section: details,
    path: 'details',
    id: 'updateAirbnbDetails',
    summary: 'Change the details of an Airbnb listing',
    description:
      'Changes what is named and reads it back: `blockedFields` are those that Airbnb took and does not show. `quiet_hours` needs `AIRBNB_UNVERIFIED_CALLS`.',
    body: DetailsBody,
    reply: DetailsWritten,
    change: (body) => body,
    shown: (answer) => answer,
  }),
]

export const guideRoutes = [
  sectionReadRoute({
    section: 'checkInGuide',
    path: 'checkin-guide',
    id: 'getAirbnbCheckInGuide',
    summary: 'Get the check-in guide of an Airbnb listing',
    description: `The steps in each language, as Airbnb was last read to have them. ${unverified}`,
    query: LocaleQuery,
    queryAliases: localeAlias,
    reply: Type.Array(CheckInGuide),
    shown: ({ content }, { locale }) => filterLocale(content, locale),
  }),
  sectionWriteRoute({
    section: checkInGuide,
    path: 'checkin-guide',
    id: 'updateAirbnbCheckInGuide',
    summary: 'Replace the check-in guide of an Airbnb listing',
    description: `All steps of one language are replaced, and read back. ${unverified}`,
    body: CheckInGuideBody,
    reply: CheckInGuideWritten,
    change: (body) => body,
    shown({ listingId, result, ...answer }, { locale = usualLocale }) {
      const guide = result?.find((one) => one.locale === locale)
      const data = guide ?? { locale, published: null, steps: [] }
      return { data: { listingId: Number(listingId), ...data }, ...endOf(answer) }
    },
  }),
  sectionReadRoute({
    section: 'checkOutGuide',
    path: 'checkout-guide',
    id: 'getAirbnbCheckOutGuide',
    summary: 'Get the check-out guide of an Airbnb listing',
    description: `What guests do before they leave, as Airbnb was last read to have it. ${unverified}`,
    reply: Type.Array(CheckOutTask),
  }),
]

export const permitRoutes = [
  sectionReadRoute({
    section: 'permits',
    path: 'permits',
    id: 'getAirbnbPermits',
    summary: 'Get the permits of an Airbnb listing',
    description: `What was handed in of what the place asks for. ${unverified}`,
    query: PermitQuery,
    isLive,
    reply: ShownPermits,
    shown: ({ content }, query) => ({
      permits: content.permits,
      ...(isLive(query) ? { flows: content.flows } : {}),
    }),
  }),
  sectionWriteRoute({
    section: permits,
    path: 'permits',
    id: 'updateAirbnbPermits',
    summary: 'Hand in permits of an Airbnb listing',
    description: `Each is handed in for what it answers; nothing can be taken back. ${unverified}`,
    body: PermitsBody,
    reply: PermitsWritten,
    change: (body) => body,
    shown: ({ listingId, airbnbListingId, result, ...answer }) => ({
      listingId,
      airbnbListingId,
      permits: result?.permits ?? [],
      ...endOf(answer),
    }),
  }),
]

export const safetyRoutes = [
  sectionReadRoute({
    section: 'safetyDisclosures',
    path: 'safety-disclosures',
    id: 'getAirbnbSafetyDisclosures',
    summary: 'Get the safety disclosures of an Airbnb listing',
    description: 'Every kind, with whether guests are told of it, as Airbnb was last read to have them.',
    reply: Type.Array(Disclosure),
  }),
  sectionWriteRoute({
    section: safetyDisclosures,
    path: 'safety-disclosures',
    id: 'updateAirbnbSafetyDisclosures',
    summary: 'Change the safety disclosures of an Airbnb listing',
    description: 'Those that are named change, the others stay; they are read back.',
    body: DisclosuresBody,
    reply: DisclosuresWritten,
    check: ({ disclosures }) => assertUniqueNames('disclosures', 'type', disclosures),
    change: (body) => body,
    shown: (answer) => ({
      ...answer,
      disclosures: (answer.result ?? []).filter(({ declared }) => declared),
    }),
  }),
]

export const bookingSettingRoutes = [
  sectionReadRoute({
    section: 'bookingSettings',
    path: 'booking-settings',
    id: 'getAirbnbBookingSettings',
    summary: 'Get the booking settings of an Airbnb listing',
    description: 'When and how guests can book, as Airbnb was last read to have it.',
    reply: BookingSettings,
  }),
  sectionWriteRoute({
    section: bookingSettings,
    path: 'booking-settings',
    id: 'updateAirbnbBookingSettings',
    summary: 'Change the booking settings of an Airbnb listing',
    description:
      'What is named changes, everything else stays; it is read back. What contradicts itself is refused before anything is sent.',
    body: BookingSettingsBody,
    reply: BookingSettingsWritten,
    errors: ['validation_error', 'unsupported_field'],
    check: assertConsistent,
    change: (body) => body,
    shown: ({ result, blockedFields, ...answer }, body) => ({
      data: { applied: answer.dryRun ? [] : appliedParts(body), settings: result },
      blockedFields,
      ...endOf(answer),
    }),
  }),
]

export const qualityRoutes = [
  sectionReadRoute({
    section: 'quality',
    path: 'quality',
    id: 'getAirbnbQuality',
    summary: 'Get the quality of an Airbnb listing',
    description:
      'What Airbnb thinks of the listing, as it was last read. No path of it is known, so it needs `AIRBNB_UNVERIFIED_CALLS`.',
    query: typeQuery(qualityTypes, '`all`, as without it: standards and issues; otherwise one list.'),
    reply: ShownQuality,
    errors: ['invalid_type'],
    shown({ content }, { type = 'all' }) {
      const { standards, issues } = content
      return type === 'all' ? { standards, issues } : content[type]
    },
  }),
]
