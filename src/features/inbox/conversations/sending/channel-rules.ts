/**
 * Channels' rules for messages, whoever relays them; a vendor's own limits come on top. Airbnb and Booking.com as in
 * their partner documentation; nothing is known of the others.
 */
export interface ChannelRules {
  /** `removed`: links, e-mail addresses and phone numbers are cut from the text. */
  contactInfo: 'removed' | 'unknown'
  /** File types it takes; absent: unknown. */
  fileTypes?: readonly string[]
  /** A file must be accompanied by text. */
  needText: boolean
  /** Whether files can be sent before the guest has booked. */
  filesBeforeBooking: boolean
}

const unknownChannel: ChannelRules = { contactInfo: 'unknown', needText: false, filesBeforeBooking: true }

const channels: Record<string, ChannelRules> = {
  airbnb: {
    contactInfo: 'removed',
    fileTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/quicktime'],
    needText: false,
    filesBeforeBooking: false,
  },
  booking: {
    contactInfo: 'unknown',
    fileTypes: ['image/jpeg', 'image/png'],
    needText: true,
    filesBeforeBooking: true,
  },
}

export const channelRules = (platform: string | null): ChannelRules =>
  (platform === null ? undefined : channels[platform]) ?? unknownChannel
