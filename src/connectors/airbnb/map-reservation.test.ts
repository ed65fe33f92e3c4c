import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

const base = {
  confirmation_code: 'HMABCDEF12',
  listing_id_str: '1234567890123456789',
  listing_id: 1_234_567_890_123_456_800,
  thread_id_str: '98',
  thread_id: 97,
  status_type: 'accept',
  start_date: '2027-07-01',
  end_date: '2027-07-04',
  nights: 3,
  check_in_datetime: '2027-07-01T15:00:00+01:00[Europe/London]',
  check_out_datetime: '2027-07-04T10:30:00+01:00[Europe/London]',
  number_of_guests: 3,
  guest_details: {
    ...{ number_of_adults: 2, number_of_children: 1, number_of_infants: 0, number_of_pets: 0 },
  },
  guest_id: 55,
  guest_first_name: 'Ada',
  guest_last_name: 'Berg',
  guest_email: 'ada-1@guest.airbnb.com',
  guest_phone_numbers: [' ', '+44 1', '+44 2'],
  guest_preferred_locale: 'en-GB',
  host_currency: 'GBP',
  listing_base_price_accurate: '300.00',
  base_price: '299.00',
  listing_host_fee_accurate: '10.50',
  expected_payout_amount_accurate: '339.50',
  payout_amount_before_taxes: '1.00',
  listing_cleaning_fee_accurate: '40.00',
  standard_fees_details: [
    { fee_type: 'PASS_THROUGH_PET_FEE', amount_native: '20.00' },
    { fee_type: ' ', amount_native: '1.00' },
    { fee_type: 'PASS_THROUGH_LINEN_FEE', amount_native: '0.00' },
    null,
  ],
  booked_at: '2027-01-02T03:04:05Z',
  created_at: '2027-01-01T00:00:00Z',
}
const { reservation } = mappedStays(VendorReservation, base, toStay)
const hostFee = (amount: string) => ({ amount, name: 'Host service fee', type: 'host_fee' })

describe('an Airbnb reservation', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: 'HMABCDEF12',
      listingExternalId: '1234567890123456789',
      confirmationCode: 'HMABCDEF12',
      inquiryExternalId: '98',
      source: 'airbnb',
      status: 'confirmed',
      checkIn: '2027-07-01',
      checkOut: '2027-07-04',
      checkInTime: '15:00',
      checkOutTime: '10:30',
      bookedAt: '2027-01-02T03:04:05Z',
      totalPrice: '350',
      currency: 'GBP',
      occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: 3 },
      guest: {
        ...{ externalId: '55', firstName: 'Ada', lastName: 'Berg', email: 'ada-1@guest.airbnb.com' },
        ...{ phone: '+44 1', language: 'en-GB' },
      },
      financials: {
        host: {
          accommodation: '300.00',
          guestFees: [
            { amount: '40.00', name: 'Cleaning fee', type: 'CLEANING_FEE' },
            { amount: '20.00', type: 'PASS_THROUGH_PET_FEE' },
            { amount: '1.00' },
          ],
          hostFees: [hostFee('10.50')],
          revenue: '339.50',
        },
      },
      sourceStatus: 'accept',
    })
  })

  it('has what is told of it and no more', () => {
    const { confirmation_code, listing_id, start_date, end_date } = base
    const told = { confirmation_code, listing_id: 7, start_date, end_date }
    assert.ok(listing_id)
    assert.deepEqual(mappedStays(VendorReservation, told, toStay).reservation(), {
      ...{ kind: 'reservation', externalId: confirmation_code, listingExternalId: '7' },
      ...{ confirmationCode: confirmation_code, source: 'airbnb', status: 'pending' },
      ...{ sourceStatus: 'unknown', checkIn: start_date, checkOut: end_date, checkInTime: null },
      ...{ checkOutTime: null, bookedAt: null, totalPrice: null, currency: null },
    })
    assert.equal(reservation({ booked_at: null }).bookedAt, '2027-01-01T00:00:00Z')
    assert.throws(() => reservation({ listing_id_str: null, listing_id: 0 }), EssentialMissing)
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const meanings = {
      new: 'pending,host_approval,',
      pending: 'pending,host_approval,',
      pending_payment: 'pending,guest_payment,',
      at_checkpoint: 'pending,guest_verification,',
      accept: 'confirmed,,',
      deny: 'cancelled,declined,host',
      timeout: 'cancelled,request_expired,platform',
      pending_voided: 'cancelled,request_voided,guest',
      checkpoint_voided: 'cancelled,verification_failed,platform',
      cancelled_by_guest: 'cancelled,cancelled_by_guest,guest',
      cancelled_by_host: 'cancelled,cancelled_by_host,host',
      cancelled_by_admin: 'cancelled,cancelled_by_platform,platform',
      cancelled_by_weather: 'pending,,',
    }
    for (const [word, meaning] of Object.entries(meanings)) {
      const { status, statusDetail, pendingReason, cancelledBy } = reservation({ status_type: word })
      assert.equal(String([status, statusDetail ?? pendingReason, cancelledBy]), meaning, word)
    }
  })

  it('ends after its nights where the day of departure is missing', () => {
    const leaves = (end_date: unknown, nights: unknown) => reservation({ end_date, nights }).checkOut
    assert.deepEqual(
      [leaves(null, 2), leaves(' ', 1), leaves('2027-07-09', 2)],
      [...['2027-07-03', '2027-07-02', '2027-07-09']],
    )
    assert.throws(() => leaves(null, 0), EssentialMissing)
    assert.throws(() => leaves(null, null), EssentialMissing)
  })

  it('belongs to the thread that its version of the API names', () => {
    const thread = (fields: object) =>
      reservation({ thread_id_str: null, thread_id: null, ...fields }).inquiryExternalId
    assert.deepEqual(
      [
        thread({ thread_id: 97 }),
        thread({ thread_id_migration: 5 }),
        thread({ thread_id_migration_str: '6', thread_id_migration: 5 }),
        thread({}),
      ],
      ['97', '5', '6', undefined],
    )
  })

  it('earns the payout with the fee, which comes as one amount or without its tax', () => {
    const split = {
      listing_host_fee_accurate: null,
      host_fee_base_accurate: '8.75',
      host_fee_vat_accurate: '1.75',
    }
    const whole = reservation(split)
    assert.deepEqual(whole.financials?.host?.hostFees, [
      hostFee('8.75'),
      { amount: '1.75', name: 'VAT on the host service fee', type: 'host_fee' },
    ])
    assert.equal(whole.totalPrice, '350')
    assert.equal(reservation({ listing_host_fee_accurate: '0.00' }).totalPrice, '339.50')
    const older = { expected_payout_amount_accurate: null, payout_amount_before_taxes: '100.00' }
    assert.equal(reservation(older).totalPrice, '110.5')
    assert.equal(reservation({ ...older, payout_amount_before_taxes: null }).totalPrice, null)
    assert.equal(reservation({ listing_base_price_accurate: null }).financials?.host?.accommodation, '299.00')
    const paid = reservation({ total_paid_amount_accurate: '339.50' }).financials?.host
    assert.equal(paid?.paidOut, '339.50')
  })

  it('that the guest cancelled leaves the host what Airbnb says', () => {
    const left = {
      listing_cancellation_payout_accurate: '97.00',
      listing_cancellation_host_fee_accurate: '3.00',
    }
    const money = (status_type: string, fields: object = left) => {
      const { hostFees, revenue } = reservation({ status_type, ...fields }).financials?.host ?? {}
      return [hostFees?.[0]?.amount, revenue]
    }
    assert.deepEqual(money('cancelled_by_guest'), ['3.00', '97.00'])
    assert.deepEqual(money('cancelled_by_host'), ['10.50', '339.50'])
    assert.deepEqual(money('cancelled_by_guest', { listing_cancellation_payout_accurate: '0' }), [
      ...['10.50', '339.50'],
    ])
  })

  it('lists its taxes by name where all have its currency, and their sum else', () => {
    const tax = (
      amount_native: string,
      native_currency: string | null = 'GBP',
      name: string | null = 'City',
    ) => ({
      ...{ amount_native, native_currency, name },
    })
    const taxes = (fields: object) => {
      const { host, guest } = reservation(fields).financials ?? {}
      return [host?.taxes, guest?.taxes]
    }
    const sums = { pass_through_tax_amount_accurate: '9.00', airbnb_collected_tax_amount_accurate: '7.00' }
    const whole = [
      [{ amount: '9.00', name: 'Pass-through taxes', type: 'tax' }],
      [{ amount: '7.00', name: 'Collected by Airbnb', type: 'tax' }],
    ]
    const details = (rows: unknown[]) => ({
      ...{ ...sums, pass_through_tax_details: rows, airbnb_collected_tax_details: rows },
    })
    assert.deepEqual(taxes(sums), whole)
    assert.deepEqual(taxes(details([])), whole)
    assert.deepEqual(taxes(details([tax('4.00'), tax('5.00', 'EUR')])), whole)
    assert.deepEqual(taxes(details([tax('4.00'), tax('0')])), whole)
    assert.deepEqual(taxes({ ...details([tax('4.00', null)]), host_currency: null }), whole)
    assert.deepEqual(taxes(details([tax('4.00'), tax('5.00', 'gbp', ' ')])), [
      [
        { amount: '4.00', name: 'City', type: 'tax' },
        { amount: '5.00', name: 'Pass-through taxes', type: 'tax' },
      ],
      [
        { amount: '4.00', name: 'City', type: 'tax' },
        { amount: '5.00', name: 'Collected by Airbnb', type: 'tax' },
      ],
    ])
    const first = {
      pass_through_tax_amount_paid_to_host_accurate: '1.00',
      pass_through_tax_expected_amount_accurate: '2.00',
      pass_through_tax_amount_accurate: '3.00',
      occupancy_tax_amount_paid_to_host_accurate: '4.00',
    }
    const amounts = Object.keys(first).map((_, from) => {
      const fields = Object.fromEntries(Object.entries(first).slice(from))
      return taxes(fields)[0]?.[0]?.amount
    })
    assert.deepEqual(amounts, ['1.00', '2.00', '3.00', '4.00'])
    const occupancy = taxes({ transient_occupancy_tax_paid_amount_accurate: '6.00' })
    assert.equal(occupancy[1]?.[0]?.amount, '6.00')
  })
})
