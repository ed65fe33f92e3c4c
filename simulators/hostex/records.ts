import type { FieldKind, VendorRow } from '../kit/fields.ts'

export interface ListingName {
  channel_type: string
  listing_id: string
}
export type ChannelListing = ListingName & { currency: string }

const each = <K extends FieldKind, N extends string>(kind: K, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<N, K>

export const propertyFields = {
  ...each('id', 'id'),
  ...each('text', 'title', 'default_checkin_time', 'default_checkout_time', 'timezone', 'address'),
  ...each('text', 'wifi_ssid', 'wifi_password', 'wifi_remarks', 'longitude', 'latitude'),
  ...each('list', 'channels', 'groups', 'tags'),
  ...each('object', 'cover'),
}
export type Property = Omit<VendorRow<typeof propertyFields>, 'channels'> & { channels: ChannelListing[] }

export const reservationFields = {
  ...each('key', 'reservation_code', 'stay_code'),
  ...each('text', 'channel_id', 'channel_type', 'listing_id', 'status', 'stay_status', 'guest_name'),
  ...each('text', 'guest_phone', 'guest_email', 'cancelled_at', 'booked_at', 'created_at', 'creator'),
  ...each('text', 'remarks', 'channel_remarks', 'conversation_id'),
  ...each('day', 'check_in_date', 'check_out_date'),
  ...each('int', 'property_id', 'number_of_guests', 'number_of_adults', 'number_of_children'),
  ...each('int', 'number_of_infants', 'number_of_pets'),
  ...each('object', 'rates', 'check_in_details', 'custom_channel', 'custom_fields'),
  ...each('texts', 'tags'),
  ...each('list', 'guests'),
  ...each('bool', 'in_reservation_box'),
}
export type Reservation = VendorRow<typeof reservationFields>

export interface Message {
  id: string
  sender_role: 'host' | 'guest'
  sender_name: string | null
  sources: string[]
  display_type: string
  content: string
  attachment: object | null
  created_at: string
}

interface WrittenText {
  score?: number
  content: string
  created_at: string
}

type StayOfReview = 'reservation_code' | 'property_id' | 'channel_type' | 'listing_id'

/** The control interface knows a review by the code of its reservation. */
export type Review = Pick<Reservation, StayOfReview | 'check_in_date' | 'check_out_date'> &
  Record<'host_review' | 'guest_review' | 'host_reply', WrittenText | null> & { id: string }
