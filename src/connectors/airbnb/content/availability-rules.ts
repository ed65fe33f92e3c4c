import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { wholeNumber } from '../../../connector-kit/readings.ts'
import { readSettings, settingsPath } from './settings-of.ts'
import { VendorAvailabilityRules } from './vendor.ts'

const family = 'availability_rules'

/** -1 is a word of its own there. */
const signed = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined || !Number.isInteger(Number(value)) ? null : Number(value)

export const availabilityRules: ContentPart<'availabilityRules'> = {
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
  // Their names are told, what stands in them is not.
  unknownFields: [
    'day_of_week_min_nights',
    'day_of_week_check_in',
    'day_of_week_check_out',
    'seasonal_min_nights',
  ],
}
