/** Booking settings that contradict each other. Pure. */
import type { BookingSettingsBody } from '../../../../contract/channel-content/booking-settings.ts'
import { ApiError } from '../../../../platform/api-error.ts'

interface BookingSettingsRule {
  field: string
  isBroken(body: BookingSettingsBody): boolean
  says: string
}

const factorOf = (discountPercent: number) => 1 - discountPercent / 100

/** Each rule names two settings that exclude each other. */
const rules: readonly BookingSettingsRule[] = [
  {
    field: 'instantBook.enabled',
    isBroken: ({ bookingMode, instantBook }) =>
      instantBook?.enabled !== undefined &&
      bookingMode !== undefined &&
      instantBook.enabled !== (bookingMode === 'instant_book'),
    says: '`bookingMode` and `instantBook.enabled` say the opposite of each other.',
  },
  {
    field: 'instantBook.guestCategory',
    isBroken: ({ bookingMode, instantBook: { enabled, guestCategory } = {} }) =>
      guestCategory !== undefined &&
      (guestCategory === 'off'
        ? enabled === true || bookingMode === 'instant_book'
        : enabled === false || bookingMode === 'request_to_book'),
    says: '`instantBook.guestCategory` and whether anybody books without asking say the opposite of each other.',
  },
  {
    field: 'instantBook.requiresGoodTrackRecord',
    isBroken: ({
      bookingMode,
      instantBook: { enabled, guestCategory, requiresGoodTrackRecord: needs } = {},
    }) =>
      needs === true && (enabled === false || guestCategory === 'off' || bookingMode === 'request_to_book'),
    says: '`instantBook.requiresGoodTrackRecord` is of guests who book without asking, and nobody does.',
  },
  {
    field: 'advanceNotice.sameDayBookingsAllowed',
    isBroken: ({ advanceNotice: { hours, sameDayBookingsAllowed: sameDay } = {} }) =>
      hours !== undefined && sameDay !== undefined && sameDay !== hours < 24,
    says: '`advanceNotice.hours` and `sameDayBookingsAllowed` say the opposite of each other.',
  },
  {
    field: 'bookingWindow.unlimited',
    isBroken: ({ bookingWindow: { days, unlimited } = {} }) =>
      unlimited !== undefined && unlimited === (days !== undefined),
    says: '`bookingWindow` has either `days` or `unlimited` true.',
  },
  {
    field: 'cancellation.nonRefundable',
    isBroken: ({ cancellation: { nonRefundable: { enabled, discountPercent, priceFactor } = {} } = {} }) =>
      enabled === false && (discountPercent !== undefined || priceFactor !== undefined),
    says: '`cancellation.nonRefundable` is switched off and has a price at once.',
  },
  {
    field: 'cancellation.nonRefundable.priceFactor',
    isBroken: ({ cancellation: { nonRefundable: { discountPercent, priceFactor } = {} } = {} }) =>
      discountPercent !== undefined &&
      priceFactor !== undefined &&
      Math.abs(factorOf(discountPercent) - priceFactor) > 1e-6,
    says: '`discountPercent` and `priceFactor` are different prices.',
  },
]

/** Fields without a known Airbnb call. */
const unsupportedFields: readonly [field: string, value: (body: BookingSettingsBody) => unknown][] = [
  ['preReservationMessage', (body) => body.preReservationMessage],
  ['automaticStayExtension', (body) => body.automaticStayExtension],
  ['cancellation.longStayPolicy', (body) => body.cancellation?.longStayPolicy],
]

/** Throws `unsupported_field` or `validation_error`. */
export function assertConsistent(body: BookingSettingsBody): void {
  const fields = unsupportedFields.filter(([, value]) => value(body) !== undefined).map(([field]) => field)
  if (fields.length > 0) {
    throw new ApiError('unsupported_field', `No call of Airbnb is known that sets ${fields.join(', ')}.`, {
      field: fields[0],
      fields,
      provider: 'airbnb',
    })
  }
  const broken = rules.find(({ isBroken }) => isBroken(body))
  if (broken) throw new ApiError('validation_error', broken.says, { field: broken.field })
}
