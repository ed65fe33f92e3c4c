/** Placeholder contacts may be shared by different people. They are stored and shown, but never join two guests. */

/** Local parts of addresses that people give when they have none; points, hyphens and underscores are ignored. */
const mailboxes = new Set(
  `none noemail nomail noaddress noreply donotreply nothing nobody na notavailable notprovided notgiven unknown unbekannt inconnu
   sansemail guest guests gast invitado ospite test dummy fake placeholder walkin`.split(/\s+/),
)

/** Addresses at these domains mean that none was given. */
const emptyDomains = ['noemail.com', 'no-email.com', 'nomail.com', 'none.com', 'email.invalid', 'noreply.com']

/** Channels relay mail through an address per booking or thread at these domains and below them. */
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

/** Nobody has these numbers. A country code may precede the longer ones. */
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

/** Takes a contact in its stored form. */
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
