import { ofKind, type VendorRow } from '../kit/fields.ts'

export interface ListingName {
  channel_type: string
  listing_id: string
}
export type ChannelListing = ListingName & { currency: string }

export const propertyFields = {
  ...ofKind('id', 'id'),
  ...ofKind('text', 'title', 'default_checkin_time', 'default_checkout_time', 'timezone', 'address'),
  ...ofKind('text', 'wifi_ssid', 'wifi_password', 'wifi_remarks', 'longitude', 'latitude'),
  ...ofKind('list', 'channels', 'groups', 'tags'),
  ...ofKind('object', 'cover'),
}
export type Property = Omit<VendorRow<typeof propertyFields>, 'channels'> & { channels: ChannelListing[] }

export const reservationFields = {
  ...ofKind('key', 'reservation_code', 'stay_code'),
  ...ofKind('text', 'channel_id', 'channel_type', 'listing_id', 'status', 'stay_status', 'guest_name'),
  ...ofKind('text', 'guest_phone', 'guest_email', 'cancelled_at', 'booked_at', 'created_at', 'creator'),
  ...ofKind('text', 'remarks', 'channel_remarks', 'conversation_id'),
  ...ofKind('day', 'check_in_date', 'check_out_date'),
  ...ofKind('int', 'property_id', 'number_of_guests', 'number_of_adults', 'number_of_children'),
  ...ofKind('int', 'number_of_infants', 'number_of_pets'),
  ...ofKind('object', 'rates', 'check_in_details', 'custom_channel', 'custom_fields'),
  ...ofKind('texts', 'tags'),
  ...ofKind('list', 'guests'),
  ...ofKind('bool', 'in_reservation_box'),
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
