/** Joins Airbnb's booking settings and availability rules, and translates their words both ways. */
import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { presentText, wholeNumber } from '../../../connector-kit/readings.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type {
  BookingSettings,
  BookingSettingsBody,
} from '../../../contract/channel-content/booking-settings.ts'
import { readSettings, settingsPath } from './settings-of.ts'
import { VendorAvailabilityRules, VendorBookingRules } from './vendor.ts'

const [booking, rules] = ['booking_settings', 'availability_rules'] as const
const wellReviewed = 'well_reviewed_guests'

/** Airbnb counts hours after midnight beyond 24. */
function hourOf(value: string | number | null | undefined): number | 'FLEXIBLE' | null {
  if (value === 'FLEXIBLE') return value
  const hour = wholeNumber(value)
  return hour === null ? null : hour % 24
}
const lastHourAfterMidnight = 3
const startHour = (hour: number | 'FLEXIBLE') => String(hour)
const endHour = (hour: number | 'FLEXIBLE') =>
  String(hour !== 'FLEXIBLE' && hour <= lastHourAfterMidnight ? hour + 24 : hour)

/** A price factor and its discount are rounded, because binary fractions add noise. */
const round = (value: number) => Number(value.toFixed(4))

function toSettings(current: VendorBookingRules, limits: VendorAvailabilityRules): BookingSettings {
  const category = presentText(current.instant_booking_allowed_category)
  const { cancellation_policy_settings: policy } = current
  const factor = presentText(policy?.non_refundable_price_factor)
  const { booking_lead_time: lead } = limits
  const [hours, days, request] = [
    wholeNumber(lead?.hours),
    Number(limits.max_days_notice?.days ?? -1),
    lead?.allow_request_to_book,
  ]
  return {
    bookingMode: category === null ? 'request_to_book' : 'instant_book',
    instantBook: {
      enabled: category !== null,
      guestCategory:
        category === null ? 'off' : category === wellReviewed ? 'experienced_guests_only' : 'everyone',
      requiresGoodTrackRecord: category === wellReviewed,
    },
    checkIn: { start: hourOf(current.check_in_time_start), end: hourOf(current.check_in_time_end) },
    checkOut: { time: wholeNumber(current.check_out_time) },
    advanceNotice: {
      hours,
      sameDayBookingsAllowed: (hours ?? 0) < 24,
      allowRequestToBook: request === undefined || request === null ? null : Number(request) === 1,
    },
    preparationTime: { nights: wholeNumber(limits.turnover_days) },
    bookingWindow: { days: days < 0 ? null : days, unlimited: days < 0 },
    cancellation: {
      shortStayPolicy: presentText(policy?.cancellation_policy_category),
      longStayPolicy: null,
      nonRefundable: {
        enabled: factor !== null,
        discountPercent: factor === null ? null : round((1 - Number(factor)) * 100),
        priceFactor: factor === null ? null : round(Number(factor)),
      },
    },
  }
}

/** Returns undefined if the category stays as it is. */
function categoryOf({ bookingMode, instantBook = {} }: BookingSettingsBody): string | null | undefined {
  const { enabled, guestCategory, requiresGoodTrackRecord } = instantBook
  if (bookingMode === 'request_to_book' || enabled === false || guestCategory === 'off') return null
  const isNarrow =
    guestCategory === undefined
      ? requiresGoodTrackRecord
      : guestCategory !== 'everyone' || requiresGoodTrackRecord
  if (isNarrow === undefined)
    return bookingMode === undefined && enabled === undefined ? undefined : 'everyone'
  return isNarrow ? wellReviewed : 'everyone'
}

function bookingBody(change: BookingSettingsBody, current: BookingSettings): object | null {
  const { checkIn, checkOut, cancellation } = change
  const category = categoryOf(change)
  // Switching instant booking on keeps the guests it allows.
  const keeps =
    category === 'everyone' &&
    change.instantBook?.guestCategory === undefined &&
    current.instantBook.enabled &&
    change.instantBook?.requiresGoodTrackRecord === undefined
  const body = {
    ...(category === undefined || keeps ? {} : { instant_booking_allowed_category: category }),
    ...(checkIn?.start === undefined ? {} : { check_in_time_start: startHour(checkIn.start) }),
    ...(checkIn?.end === undefined ? {} : { check_in_time_end: endHour(checkIn.end) }),
    ...(checkOut === undefined ? {} : { check_out_time: checkOut.time }),
    ...(cancellation === undefined
      ? {}
      : { cancellation_policy_settings: policyBody(cancellation, current) }),
  }
  return Object.keys(body).length === 0 ? null : body
}

function policyBody(
  { shortStayPolicy, nonRefundable }: NonNullable<BookingSettingsBody['cancellation']>,
  { cancellation: current }: BookingSettings,
): object {
  const { enabled, discountPercent, priceFactor } = nonRefundable ?? {}
  const newFactor =
    priceFactor ?? (discountPercent === undefined ? undefined : round(1 - discountPercent / 100))
  const factor = enabled === false ? null : (newFactor ?? current.nonRefundable.priceFactor)
  return {
    cancellation_policy_category: shortStayPolicy ?? current.shortStayPolicy,
    ...(factor === null ? {} : { non_refundable_price_factor: factor }),
  }
}

function leadBody(
  {
    hours,
    sameDayBookingsAllowed: sameDay,
    allowRequestToBook,
  }: NonNullable<BookingSettingsBody['advanceNotice']>,
  { advanceNotice: current }: BookingSettings,
): object {
  const currentHours = current.hours ?? 0
  const newHours =
    hours ??
    (sameDay === undefined
      ? currentHours
      : sameDay
        ? currentHours < 24
          ? currentHours
          : 0
        : Math.max(24, currentHours))
  const request = allowRequestToBook ?? current.allowRequestToBook
  return { hours: newHours, ...(request === null ? {} : { allow_request_to_book: request ? 1 : 0 }) }
}

function rulesBody(change: BookingSettingsBody, current: BookingSettings): object | null {
  const { advanceNotice, preparationTime, bookingWindow } = change
  const days = bookingWindow?.unlimited === true ? -1 : bookingWindow?.days
  const body = {
    ...(advanceNotice === undefined ? {} : { booking_lead_time: leadBody(advanceNotice, current) }),
    ...(preparationTime === undefined ? {} : { turnover_days: preparationTime.nights }),
    ...(days === undefined ? {} : { max_days_notice: { days } }),
  }
  return Object.keys(body).length === 0 ? null : body
}

async function read(
  context: Parameters<ContentPart<'bookingSettings'>['read']>[0],
  externalId: string,
): Promise<BookingSettings> {
  const [current, limits] = await Promise.all([
    readSettings(context, booking, externalId, VendorBookingRules),
    readSettings(context, rules, externalId, VendorAvailabilityRules),
  ])
  return toSettings(current, limits)
}

export const bookingSettings: ContentPart<'bookingSettings'> = {
  read,
  async write(context, { externalId, change }) {
    const current = await read(context, externalId)
    const [limits, settings] = [rulesBody(change, current), bookingBody(change, current)]
    if (limits !== null) await context.http.put(settingsPath(rules, externalId), { body: limits })
    if (settings === null) return
    await context.http.put(settingsPath(booking, externalId), { body: settings }).catch((error: unknown) => {
      throw limits === null ? error : halfDone(error)
    })
  },
}

/** One half was written; the refusal's message says so. */
function halfDone(error: unknown): unknown {
  if (!(error instanceof VendorError) || error.kind !== 'rejected') return error
  const words = `${error.vendorMessage ?? error.message} (the availability rules of the same request were written)`
  return new VendorError('rejected', words, { ...error, vendorMessage: words, cause: error })
}
