/** A host can cancel a booking, move it, and refund money. */
import { demand, isFields } from '../../connector-kit/answers.ts'
import type { BookingReceipt } from '../../connector-kit/app-webhook.ts'
import type { BookingChanges, PreviewedChange } from '../../connector-kit/booking-change-operations.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { HostCancellations } from '../../connector-kit/write-operations.ts'
import { vrboCancelReasons } from '../../contract/channel-vrbo-changes.ts'
import type { DocumentName } from './documents/index.ts'
import { write } from './graphql.ts'
import { readId } from './ids.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { Type, type Static } from 'typebox'

/** The vendor writes the cost of a change in this form. */
const Money = Type.Object({
  amount: Type.Union([Type.Number(), Type.String()]),
  currencyCode: Type.String(),
})

const VendorPreview = Type.Object({
  updatePreviewToken: Type.String({ minLength: 1 }),
  previewTokenExpirationDateTimeUtc: Type.String(),
  amounts: Type.Object({
    totals: Type.Object({ currentTotalAmount: Money, postUpdateTotalAmount: Money }),
    difference: Type.Object({ total: Money, rent: Money, fees: Money, taxes: Money }),
  }),
})
type VendorPreview = Static<typeof VendorPreview>

function placeOf(externalId: string): { propertyId: string; reservationId: string } {
  const read = readId(externalId)
  if (read === null) throw new VendorError('not_found', `${externalId} is no booking`)
  return { propertyId: read.property, reservationId: read.id }
}

async function done(context: VendorContext, name: DocumentName, field: string, input: object): Promise<void> {
  const data = await write(context, name, { input })
  if (!isFields(data[field])) throw new VendorError('malformed', `${field}: nothing is told of what was done`)
}

/** Software confirms that it stored a booking, and under which code. */
export const confirmBooking = (
  context: VendorContext,
  { externalId, token, action, code }: BookingReceipt & { code: string },
): Promise<void> =>
  done(context, 'ConfirmNotification', 'confirmReservationNotification', {
    ...placeOf(externalId),
    ...{ confirmationToken: token, actionType: action, confirmationCode: code },
  })

export const hostCancellations: HostCancellations = {
  reasons: vrboCancelReasons,

  async cancel(context, { externalId, reason, detail }) {
    if (!vrboCancelReasons.some((candidate) => candidate === reason)) {
      const vendorMessage = `a booking cannot be cancelled with the reason ${reason}; there are: ${vrboCancelReasons.join(', ')}`
      throw new VendorError('rejected', vendorMessage, { vendorMessage })
    }
    const input = {
      ...placeOf(externalId),
      primaryReason: reason.toUpperCase(),
      ...(detail === undefined ? {} : { secondaryReason: detail.toUpperCase() }),
    }
    await done(context, 'CancelBooking', 'cancelVrboReservation', input)
  },
}

export const bookingChanges: BookingChanges = {
  /** A preview changes nothing; its price is valid for a short time. */
  async preview(context, { externalId, checkIn, checkOut, guests }) {
    const input = {
      ...placeOf(externalId),
      ...(checkIn === undefined ? {} : { stayDates: { checkInDate: checkIn, checkOutDate: checkOut } }),
      ...(guests === undefined
        ? {}
        : { guests: { adultCount: guests.adults, childCount: guests.children, petCount: guests.pets } }),
    }
    const { generatePreviewVrboReservationUpdate: answer } = await write(context, 'PreviewChange', { input })
    return toPreview(demand(VendorPreview, answer, 'what a change costs'))
  },

  execute: (context, { externalId, token, description, paymentDue }) =>
    done(context, 'ExecuteChange', 'executeVrboReservationUpdate', {
      ...placeOf(externalId),
      updatePreviewToken: token,
      description,
      ...(paymentDue === undefined ? {} : { paymentDueDate: paymentDue }),
    }),

  refund: (context, { externalId, amount, currency, reason }) =>
    done(context, 'RefundBooking', 'refundVrboReservation', {
      ...placeOf(externalId),
      freeTextReason: reason,
      refund: { type: 'FLAT_AMOUNT', flatAmount: { amount: Number(amount), currencyCode: currency } },
    }),
}

function toPreview(row: VendorPreview): PreviewedChange {
  const { totals, difference } = row.amounts
  const currency = currencyCode(totals.currentTotalAmount.currencyCode)
  const amounts = [totals.postUpdateTotalAmount, ...Object.values(difference)]
  if (currency === null || amounts.some((money) => currencyCode(money.currencyCode) !== currency))
    throw new VendorError('malformed', 'what a change costs is not told in one currency')
  const amountOf = ({ amount }: { amount: number | string }): string => decimalString(amount) ?? '0'
  return {
    token: row.updatePreviewToken,
    expiresAt: utcInstant(row.previewTokenExpirationDateTimeUtc),
    currency,
    totalBefore: amountOf(totals.currentTotalAmount),
    totalAfter: amountOf(totals.postUpdateTotalAmount),
    difference: {
      total: amountOf(difference.total),
      rent: amountOf(difference.rent),
      fees: amountOf(difference.fees),
      taxes: amountOf(difference.taxes),
    },
  }
}
