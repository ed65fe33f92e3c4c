/** Resolves the schema's mutations. */
import { secondOf } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import { refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { forbidden } from './answers.ts'
import { bookingView, totalOf } from './booking-view.ts'
import { wrong, type Engine } from './engine.ts'
import { isOver, keyOf, type Booking } from './records.ts'
import { isEligible } from './reviews.ts'

interface OfBooking {
  clientMutationId?: string | null
  propertyId: string
  reservationId: string
}

interface Preview {
  key: string
  fields: Partial<Booking>
  endsAtMs: number
}

const previewMs = 15 * 60_000

export function mutations(account: Account, engine: Engine): object {
  const { store, inbox, files, reviews } = account
  const previews = new Map<string, Preview>()

  const bookingOf = ({ propertyId, reservationId }: OfBooking): Booking => {
    engine.count('Mutation.reservations')
    if (store.foreign.has(propertyId)) refuse(forbidden)
    return (
      store.bookings.get(keyOf({ propertyId, id: reservationId })) ??
      wrong('Reservation not found', 'NOT_FOUND')
    )
  }
  const standing = (booking: Booking): Booking =>
    isOver(booking) ? wrong('The reservation is cancelled already', 'BAD_REQUEST') : booking
  const money = (amount: number, currency: string | null) => ({ amount, currencyCode: currency ?? 'USD' })

  return {
    sendMessage: ({
      input,
    }: {
      input: { messageThreadId: string; body?: string | null; attachmentIds?: string[] | null }
    }) => {
      engine.count('Property.messaging')
      const thread =
        inbox.threads.get(input.messageThreadId) ?? wrong('Message thread not found', 'NOT_FOUND')
      const attachmentIds = input.attachmentIds ?? []
      if (!input.body && attachmentIds.length === 0)
        wrong('A message needs a body or attachments', 'BAD_REQUEST')
      for (const id of attachmentIds) {
        const home = inbox.threads.get(files.stored.get(id)?.threadId ?? '')?.propertyId
        if (home !== thread.propertyId) wrong(`no attachment ${id} of this property`, 'BAD_REQUEST')
      }
      const message = account.write(thread, { body: input.body ?? '', fromRole: 'SUPPLIER', attachmentIds })
      return { messageId: message.id }
    },

    setMessageThreadSpamStatus: ({ input }: { input: { id: string; status: string } }) => {
      const thread = inbox.threads.get(input.id) ?? wrong('Message thread not found', 'NOT_FOUND')
      thread.isSpam = input.status === 'SPAM'
      return { id: thread.id }
    },

    setReviewResponse: (input: { body: { value: string }; propertyId: string; reviewId: string }) => {
      engine.count('Property.reviews')
      const review =
        reviews.rows.get(`${input.propertyId}.${input.reviewId}`) ?? wrong('Review not found', 'NOT_FOUND')
      if (!isEligible(review)) wrong('The review is not eligible for a response', 'BAD_REQUEST')
      reviews.answer(review, input.body.value, account.nowMs())
      return {
        body: { locale: review.locale, value: input.body.value },
        createdDateTime: secondOf(account.nowMs()),
        status: 'PENDING',
      }
    },

    cancelVrboReservation: ({ input }: { input: OfBooking & { primaryReason: string } }) => {
      const booking = standing(bookingOf(input))
      account.apply(booking, {
        status: 'CANCELLED_BY_OWNER',
        cancelledBy: 'SUPPLIER',
        cancellationReason: input.primaryReason,
      })
      return { clientMutationId: input.clientMutationId, reservation: () => bookingView(booking) }
    },

    generatePreviewVrboReservationUpdate: ({
      input,
    }: {
      input: OfBooking & {
        stayDates?: { checkInDate: string; checkOutDate: string } | null
        guests?: { adultCount: number; childCount: number; petCount: number } | null
      }
    }) => {
      const booking = standing(bookingOf(input))
      if (!input.stayDates && !input.guests) wrong('Nothing is to be changed', 'BAD_REQUEST')
      const fields: Partial<Booking> = { ...input.stayDates, ...input.guests }
      const [arrival, departure] = [
        fields.checkInDate ?? booking.checkInDate ?? '',
        fields.checkOutDate ?? booking.checkOutDate ?? '',
      ]
      if (arrival >= departure) wrong('checkOutDate must be after checkInDate', 'BAD_REQUEST')
      const others = store.bookingsOf(booking.propertyId).filter((one) => one !== booking && !isOver(one))
      const isTaken = others.some(
        ({ checkInDate, checkOutDate }) => (checkInDate ?? '') < departure && (checkOutDate ?? '') > arrival,
      )
      if (isTaken) wrong('The dates are not available', 'BAD_REQUEST')
      const repriced = account.repriced(booking, arrival, departure)
      const token = `upt-${account.random.hex(24)}`
      const endsAtMs = account.nowMs() + previewMs
      previews.set(token, { key: keyOf(booking), fields: { ...fields, ...repriced }, endsAtMs })
      const after = { ...booking, ...repriced }
      const { currency } = booking
      const by = (name: 'rent' | 'tax' | 'serviceFee') =>
        roundMoney((after[name] ?? 0) - (booking[name] ?? 0), currency ?? 'USD')
      return {
        clientMutationId: input.clientMutationId,
        updatePreviewToken: token,
        previewTokenExpirationDateTimeUtc: secondOf(endsAtMs),
        amounts: {
          totals: {
            currentTotalAmount: money(totalOf(booking), currency),
            postUpdateTotalAmount: money(totalOf(after), currency),
          },
          difference: {
            total: money(roundMoney(totalOf(after) - totalOf(booking), currency ?? 'USD'), currency),
            rent: money(by('rent'), currency),
            fees: money(by('serviceFee'), currency),
            taxes: money(by('tax'), currency),
          },
        },
      }
    },

    executeVrboReservationUpdate: ({ input }: { input: OfBooking & { updatePreviewToken: string } }) => {
      const booking = standing(bookingOf(input))
      const preview = previews.get(input.updatePreviewToken)
      if (preview === undefined || preview.key !== keyOf(booking) || preview.endsAtMs <= account.nowMs())
        wrong('The update preview token is not valid or has expired', 'BAD_REQUEST')
      previews.delete(input.updatePreviewToken)
      account.apply(booking, preview.fields)
      return { clientMutationId: input.clientMutationId, reservation: () => bookingView(booking) }
    },

    refundVrboReservation: ({
      input,
    }: {
      input: OfBooking & { refund: { flatAmount: { amount: unknown; currencyCode: string } } }
    }) => {
      const booking = bookingOf(input)
      const { amount, currencyCode } = input.refund.flatAmount
      const refunded = roundMoney((booking.refunded ?? 0) + Number(amount), booking.currency ?? 'USD')
      if (currencyCode !== booking.currency)
        wrong('The currency is not that of the reservation', 'BAD_REQUEST')
      if (refunded > totalOf(booking)) wrong('More than was paid cannot be refunded', 'BAD_REQUEST')
      account.apply(booking, { refunded })
      return { reservation: () => bookingView(booking) }
    },

    confirmReservationNotification: ({
      input,
    }: {
      input: OfBooking & { confirmationToken: string; confirmationCode: string }
    }) => {
      const booking = bookingOf(input)
      if (account.happenings.tokens.get(keyOf(booking)) !== input.confirmationToken)
        wrong('The confirmation token is not valid', 'BAD_REQUEST')
      booking.confirmedAs = input.confirmationCode
      return { clientMutationId: input.clientMutationId, reservation: () => bookingView(booking) }
    },
  }
}
