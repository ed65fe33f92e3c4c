import { Type, type Static } from 'typebox'
import { Amount, part, Text } from '../../connector-kit/vendor-fields.ts'

/** A change of a booking that one side asked for. */
export const VendorAlteration = Type.Object({
  id_str: Amount,
  id: Amount,
  confirmation_code: Type.String({ minLength: 1 }),
  initiated_by: Text,
  status: Type.String(),
  listing_id_str: Amount,
  listing_id: Amount,
  start_date: Text,
  end_date: Text,
  number_of_guests: Amount,
  guest_details: part({ number_of_adults: Amount, number_of_children: Amount }),
  expected_payout_amount_accurate: Amount,
  listing_host_fee_accurate: Amount,
  created_at: Text,
  response_at: Text,
})
export type VendorAlteration = Static<typeof VendorAlteration>
