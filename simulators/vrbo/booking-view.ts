/** Shows a booking as queries return it. */
import { roundMoney } from '../kit/places.ts'
import type { Booking } from './records.ts'

const money = (amount: number | null, currencyCode: string | null) => ({ amount: amount ?? 0, currencyCode })

/** The guest's whole price. */
export const totalOf = ({ rent, cleaningFee, serviceFee, tax, currency }: Booking): number =>
  roundMoney((rent ?? 0) + (cleaningFee ?? 0) + (serviceFee ?? 0) + (tax ?? 0), currency ?? 'USD')

export function bookingView(booking: Booking): object {
  const { currency } = booking
  const total = totalOf(booking)
  const first = roundMoney(total / 2, currency ?? 'USD')
  const isDeclined = booking.status?.startsWith('DECLINED') ?? false
  const installment = (number: number, amount: number) => ({
    id: `${booking.id}-${number}`,
    dueDate: number === 1 ? (booking.creationDateTime ?? '').slice(0, 10) : booking.checkInDate,
    amount: money(amount, currency),
    paymentStatus: number === 1 ? 'PAID' : 'SCHEDULED',
  })
  return {
    id: booking.id,
    alternativeIds: {
      supplierId: booking.confirmedAs ?? booking.id,
      referenceNumber: booking.referenceNumber,
    },
    reservationIds: [
      { id: booking.id, idSource: 'EXPEDIA' },
      { id: booking.referenceNumber, idSource: 'VRBO' },
    ],
    status: booking.status,
    checkInDate: booking.checkInDate,
    checkOutDate: booking.checkOutDate,
    creationDateTime: booking.creationDateTime,
    lastUpdatedDateTime: booking.lastUpdatedDateTime,
    adultCount: booking.adultCount ?? 0,
    childCount: booking.childCount ?? 0,
    petCount: booking.petCount ?? 0,
    totalGuestCount: (booking.adultCount ?? 0) + (booking.childCount ?? 0),
    distributionChannel: booking.distributionChannel ?? 'VRBO',
    primaryGuest: {
      firstName: booking.firstName ?? '',
      lastName: booking.lastName ?? '',
      emailAddress: booking.email,
      phoneNumbers: booking.phone === null ? null : [phoneView(booking.phone)],
    },
    payment: {
      instructions: '',
      status: isDeclined ? 'UNPAID' : 'PARTIAL_PAID',
      installments: isDeclined
        ? []
        : [installment(1, first), installment(2, roundMoney(total - first, currency ?? 'USD'))],
    },
    amounts: { summary: [{ type: 'GUESS_PAYMENT', amount: money(total, currency) }] },
    vrboAmounts: {
      currentAmounts: {
        supplierFees: {
          rent: { preTaxAmount: money(booking.rent, currency) },
          fees: [
            {
              name: 'Cleaning fee',
              productCode: 'CLEANING',
              preTaxAmount: money(booking.cleaningFee, currency),
            },
          ],
          discounts: [],
        },
        marketplaceFees: {
          supplier: [{ type: 'COMMISSION', amount: money(booking.commission, currency) }],
          traveler: [{ type: 'TRAVELER_SERVICE_FEE', amount: money(booking.serviceFee, currency) }],
        },
        taxDistributions: [{ remittingParty: 'EXPEDIA', taxAmount: money(booking.tax, currency) }],
      },
    },
    cancellation:
      booking.cancelledBy === null ? null : { fromRole: booking.cancelledBy, pendingCancellation: false },
    cancellationPolicy: {
      effectivePolicy: {
        policyType: booking.policy ?? 'MODERATE',
        startDateTimeUtc: booking.creationDateTime,
        endDateTimeUtc: booking.creationDateTime,
      },
    },
    messageThreadId: booking.messageThreadId,
    specialRequest: booking.specialRequest,
    source: 'Vrbo',
  }
}

const phoneView = (phone: string) => ({
  countryCode: phone.slice(1, 3),
  areaCode: phone.slice(3, 6),
  number: phone.slice(6),
  fullPhoneNumber: phone,
})
