import type { AlterationRecord } from '../../contract/records.ts'
import { civilDate, utcInstant } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { demandMeaning } from '../../connector-kit/readings.ts'
import { countedParty, partyOf } from '../../connector-kit/stay-readings.ts'
import { demandId, idOf } from './ids.ts'
import type { VendorAlteration } from './vendor-alteration.ts'

type Meaning = Pick<AlterationRecord, 'status' | 'isAgreed'>

/** What was accepted and is not paid yet changes nothing so far. What became void was taken back by nobody, and is over. */
const meanings: Record<string, Meaning> = {
  PENDING: { status: 'pending' },
  AWAITING_PAYMENT: { status: 'pending', isAgreed: true },
  ACCEPTED: { status: 'accepted' },
  DECLINED: { status: 'declined' },
  CANCELED: { status: 'cancelled' },
  VOID: { status: 'cancelled' },
}

const initiators: Record<string, 'guest' | 'host'> = { guest: 'guest', host: 'host' }

export interface ReadAlteration {
  confirmationCode: string
  record: AlterationRecord
}

export function toAlteration(row: VendorAlteration): ReadAlteration {
  const { number_of_adults: adults, number_of_children: children } = row.guest_details ?? {}
  const party = countedParty(partyOf({ adults, children, total: row.number_of_guests }))
  const earned = decimalString(row.expected_payout_amount_accurate)
  const fee = decimalString(row.listing_host_fee_accurate)
  return {
    confirmationCode: row.confirmation_code,
    record: {
      externalId: demandId(row.id_str, row.id, 'change of a booking'),
      ...demandMeaning(meanings, row.status, 'status'),
      initiator: initiators[row.initiated_by ?? ''] ?? null,
      listingExternalId: idOf(row.listing_id_str, row.listing_id),
      checkIn: civilDate(row.start_date),
      checkOut: civilDate(row.end_date),
      guestCount: party?.total ?? null,
      // As the price of the booking is read.
      totalPrice: earned === null ? null : addDecimals([earned, fee ?? '0']),
      requestedAt: utcInstant(row.created_at),
      respondedAt: utcInstant(row.response_at),
      sourceStatus: row.status,
    },
  }
}
