/**
 * Contacts that stand for none, or for one booking: two people may have the same. They are stored and shown as they came, and never
 * join guests.
 */

/** What stands before the @ when somebody has no address to give; points, hyphens and underscores are not compared. */
const mailboxes = new Set(
  `none noemail nomail noaddress noreply donotreply nothing nobody na notavailable notprovided notgiven unknown unbekannt inconnu
   sansemail guest guests gast invitado ospite test dummy fake placeholder walkin`.split(/\s+/),
)

/** Whoever has an address here gave none. */
const emptyDomains = ['noemail.com', 'no-email.com', 'nomail.com', 'none.com', 'email.invalid', 'noreply.com']

/** Channels relay mail through an address of the single booking or thread; also below these domains. */
const relayDomains = [
  'guest.booking.com',
  'property.booking.com',
  'guest.airbnb.com',
  'user.airbnb.com',
  'reply.airbnb.com',
  'host.airbnb.com',
  'messages.homeaway.com',
  'messages.vrbo.com',
  'message.vrbo.com',
  'guest.vrbo.com',
  'm.expediapartnercentral.com',
  'expediapartnercentral.com',
  'guest.agoda.com',
  'agoda-messaging.com',
  'guest.trip.com',
  'guest.plumguide.com',
  'guest.tripadvisor.com',
  'guest.hostelworld.com',
]

/** Numbers nobody has; a country may stand before those that are long enough. */
const emptyNumbers = [
  /^(\d)\1*$/,
  /^\d{0,3}?(\d)\1{5,}$/,
  /^(?:12345|123456|0123456)$/,
  /^\d{0,3}(?:1234567|12345678|123456789|1234567890|0123456789|987654321|9876543210)$/,
]

export interface ContactValue {
  type: string
  value: string
}

/** Of a contact in its stored form. */
export function isPlaceholderContact({ type, value }: ContactValue): boolean {
  if (type === 'phone') {
    const digits = value.replace(/^\+/, '')
    return emptyNumbers.some((pattern) => pattern.test(digits))
  }
  const at = value.lastIndexOf('@')
  const domain = value.slice(at + 1)
  const isIn = (one: string) => domain === one || domain.endsWith(`.${one}`)
  return (
    mailboxes.has(value.slice(0, at).replace(/[._-]/g, '')) || [...emptyDomains, ...relayDomains].some(isIn)
  )
}
