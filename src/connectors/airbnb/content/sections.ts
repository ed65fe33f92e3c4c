/** Reads and writes an Airbnb listing's content, by known calls and by unverified ones (`unverified.ts`). */
import type { ChannelContent, ContentPart } from '../../../connector-kit/channel-content.ts'
import { bookingSettings } from './booking-settings.ts'
import { checkInGuide, checkOutGuide } from './guides.ts'
import { photos } from './photos.ts'
import { pricing } from './pricing.ts'
import { rooms } from './rooms.ts'
import { safetyDisclosures } from './safety.ts'
import { presentTexts, wholeNumber, presentText } from '../../../connector-kit/readings.ts'
import { listingPath, readListing } from './listing.ts'
import { readSettings, settingsPath } from './settings-of.ts'
import { VendorAvailabilityRules, VendorDescription, VendorPermits, VendorQuality } from './vendor.ts'
import { demand, listIn, isFields } from '../../../connector-kit/answers.ts'
import type { ChannelDescription } from '../../../contract/channel-content/descriptions.ts'
import { decimalString } from '../../../connector-kit/money.ts'

/** Airbnb requires a reason but does not publish its words. */
const reason = 'temporarily_unavailable'

/** Guests find a published listing. */
const publication: ContentPart<'publication'> = {
  async read(context, externalId) {
    return { live: (await readListing(context, externalId)).has_availability ?? null }
  },
  async write({ http }, { externalId, change }) {
    const body =
      'relist' in change
        ? { has_availability: true }
        : { has_availability: false, deactivation_reason: reason }
    await http.put(listingPath(externalId), { body })
  },
  unknownFields: ['unlist'],
}

/**
 * Permits and quality exist, but their paths are unknown; these are called where unverified calls are
 * allowed.
 */
const permits: ContentPart<'permits'> = {
  async read(context, externalId) {
    const current = await readSettings(context, 'listing_permits', externalId, VendorPermits)
    return {
      permits: (current.permits ?? []).map((row) => ({
        regulatoryBody: row.regulatory_body,
        regulationType: row.regulation_type,
        regulationContext: presentText(row.regulation_context),
        flowSlug: presentText(row.flow_slug),
        status: presentText(row.status),
        answers: isFields(row.answers) ? row.answers : {},
      })),
      flows: (current.flows ?? []).map((flow) => ({
        regulatoryBody: flow.regulatory_body,
        regulationType: flow.regulation_type,
        flowSlug: flow.flow_slug,
        questions: (flow.questions ?? []).map(({ answer_key: answerKey, type, text }) => ({
          answerKey,
          type: presentText(type),
          text: presentText(text),
        })),
      })),
    }
  },
  async write({ http }, { externalId, change }) {
    await http.put(settingsPath('listing_permits', externalId), { body: change })
  },
}

const quality: ContentPart<'quality'> = {
  async read(context, externalId) {
    const current = await readSettings(context, 'listing_quality', externalId, VendorQuality)
    return {
      standards: (current.standards ?? []).map(({ standard, state }) => ({
        standard,
        state: presentText(state),
      })),
      issues: (current.reservation_issues ?? []).map((row) => ({
        confirmationCode: row.confirmation_code,
        reviewIssues: [...(row.review_issues ?? [])],
        cancellation: presentText(row.cancellation),
      })),
      stats: (current.stats ?? []).map(({ name, value }) => ({ name, value })),
    }
  },
}

/** Changed fields keep the vendor's names. */
const details: ContentPart<'details'> = {
  async read(context, externalId) {
    const row = await readListing(context, externalId)
    return {
      name: presentText(row.name),
      propertyTypeGroup: presentText(row.property_type_group),
      propertyTypeCategory: presentText(row.property_type_category),
      roomTypeCategory: presentText(row.room_type_category),
      personCapacity: wholeNumber(row.person_capacity),
      bedrooms: wholeNumber(row.bedrooms),
      beds: wholeNumber(row.beds),
      bathrooms: decimalString(row.bathrooms),
      hasAvailability: row.has_availability ?? null,
      checkInOption: {
        category: presentText(row.check_in_option?.category),
        instruction: presentText(row.check_in_option?.instruction),
      },
      listingNickname: presentText(row.listing_nickname),
      houseManual: presentText(row.house_manual),
      directions: presentText(row.directions),
      wifiNetwork: presentText(row.wifi_network),
      wifiPassword: presentText(row.wifi_password),
      quietHours: [...(row.quiet_hours ?? [])],
    }
  },
  async write({ http }, { externalId, change }) {
    await http.put(listingPath(externalId), { body: change })
  },
  // Airbnb has no known field for these.
  unknownFields: ['quiet_hours'],
}

const path = '/v2/listing_descriptions'

const toDescription = (row: VendorDescription): ChannelDescription => ({
  locale: row.locale,
  name: presentText(row.name),
  summary: presentText(row.summary),
  space: presentText(row.space),
  access: presentText(row.access),
  interaction: presentText(row.interaction),
  neighborhoodOverview: presentText(row.neighborhood_overview),
  transit: presentText(row.transit),
  notes: presentText(row.notes),
  houseRules: presentText(row.house_rules),
})

const descriptions: ContentPart<'descriptions'> = {
  async read({ http }, externalId) {
    const answer = await http.get(path, { query: { listing_id: externalId } })
    return listIn(answer, 'listing_descriptions')
      .map((row) => toDescription(demand(VendorDescription, row, `a description of ${externalId}`)))
      .toSorted((a, b) => a.locale.localeCompare(b.locale))
  },
  async write({ http }, { externalId, change: { locale, description } }) {
    await http.put(`${path}/${encodeURIComponent(externalId)}/${encodeURIComponent(locale)}`, {
      body: description,
    })
  },
}

const family = 'availability_rules'

/** Airbnb uses -1 as a special value. */
const signed = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined || !Number.isInteger(Number(value)) ? null : Number(value)

const availabilityRules: ContentPart<'availabilityRules'> = {
  async read(context, externalId) {
    const rules = await readSettings(context, family, externalId, VendorAvailabilityRules)
    return {
      default_min_nights: wholeNumber(rules.default_min_nights),
      default_max_nights: wholeNumber(rules.default_max_nights),
      booking_lead_time: {
        hours: wholeNumber(rules.booking_lead_time?.hours),
        allow_request_to_book: signed(rules.booking_lead_time?.allow_request_to_book),
      },
      max_days_notice: { days: signed(rules.max_days_notice?.days) },
      turnover_days: wholeNumber(rules.turnover_days),
      allow_rtb_above_max_nights: rules.allow_rtb_above_max_nights ?? null,
      day_of_week_min_nights: (rules.day_of_week_min_nights ?? []).map(({ day_of_week, min_nights }) => ({
        day_of_week,
        min_nights,
      })),
      day_of_week_check_in: [...(rules.day_of_week_check_in ?? [])],
      day_of_week_check_out: [...(rules.day_of_week_check_out ?? [])],
      seasonal_min_nights: (rules.seasonal_min_nights ?? []).map(({ start_date, end_date, min_nights }) => ({
        start_date,
        end_date,
        min_nights,
      })),
    }
  },
  async write({ http }, { externalId, change }) {
    await http.put(settingsPath(family, externalId), { body: change })
  },
  // These fields' names are known, but not their content.
  unknownFields: [
    'day_of_week_min_nights',
    'day_of_week_check_in',
    'day_of_week_check_out',
    'seasonal_min_nights',
  ],
}

/** Airbnb lists only the names of amenities that are present. */
const present = (names: readonly string[] | null | undefined) =>
  presentTexts(names ?? []).map((id) => ({ id, is_present: true, instruction: null }))

/** Returns the whole new list, or null if nothing changes. */
function listWith(
  names: readonly string[] | null | undefined,
  changes: readonly { id: string; is_present: boolean }[] | undefined,
): string[] | null {
  if (changes === undefined || changes.length === 0) return null
  const list = new Set(names)
  for (const { id, is_present: isPresent } of changes) {
    if (isPresent) list.add(id)
    else list.delete(id)
  }
  return [...list]
}

const amenities: ContentPart<'amenities'> = {
  async read(context, externalId) {
    const listing = await readListing(context, externalId)
    return {
      amenities: present(listing.amenity_categories),
      accessibility_amenities: present(listing.accessibility_features),
    }
  },
  async write(context, { externalId, change }) {
    const listing = await readListing(context, externalId)
    const names = listWith(listing.amenity_categories, change.amenities)
    const features = listWith(listing.accessibility_features, change.accessibility_amenities)
    if (names === null && features === null) return
    await context.http.put(listingPath(externalId), {
      body: {
        ...(names === null ? {} : { amenity_categories: names }),
        ...(features === null ? {} : { accessibility_features: features }),
      },
    })
  },
}

export const knownContent = {
  amenities,
  availabilityRules,
  bookingSettings,
  descriptions,
  details,
  photos,
  pricing,
  publication,
  rooms,
  safetyDisclosures,
} satisfies ChannelContent

export const wholeContent = {
  ...knownContent,
  availabilityRules: { ...availabilityRules, unknownFields: [] },
  checkInGuide,
  checkOutGuide,
  details: { ...details, unknownFields: [] },
  permits,
  pricing: { ...pricing, unknownFields: [] },
  publication: { ...publication, unknownFields: [] },
  quality,
} satisfies ChannelContent
