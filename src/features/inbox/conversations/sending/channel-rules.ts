/**
 * What channels are known to do with messages, whoever relays them. Data: a vendor's own limits come on top of it. Airbnb
 * and Booking.com as in their messaging documentation for partners; of the others nothing is known beforehand.
 */
export interface ChannelRules {
  /** `removed`: links, e-mail addresses and phone numbers are taken out of the text. */
  contactInfo: 'removed' | 'unknown'
  /** Types of file it takes; absent: not known. */
  fileTypes?: readonly string[]
  /** A file goes only together with text. */
  needText: boolean
  /** Whether files go before the guest has booked. */
  filesBeforeBooking: boolean
}

const unknown: ChannelRules = { contactInfo: 'unknown', needText: false, filesBeforeBooking: true }

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
  (platform === null ? undefined : channels[platform]) ?? unknown
