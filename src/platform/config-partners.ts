/**
 * Some vendors are connected only through this server's own partner account, which these settings describe.
 */
import { optional, required } from './config-setting.ts'
import { flag, rsaPublicKey, text } from './config-parsers.ts'

export const partnerSettings = {
  airbnbClientId: optional({
    name: 'AIRBNB_CLIENT_ID',
    parse: text(/^[\x21-\x7e]{4,200}$/, 'the client id of an Airbnb partner app'),
    default: null,
    whenUnset: 'Airbnb takes no connections',
    description: "Client id of this server's Airbnb partner app. Set the secret with it.",
    example: 'the client id',
  }),
  airbnbClientSecret: optional({
    name: 'AIRBNB_CLIENT_SECRET',
    parse: text(/^[\x21-\x7e]{8,400}$/, 'the client secret of an Airbnb partner app'),
    default: null,
    whenUnset: 'needed with AIRBNB_CLIENT_ID',
    description: 'Client secret of that app.',
    example: 'its secret',
    secret: true,
  }),
  airbnbWebhookPublicKey: optional({
    name: 'AIRBNB_WEBHOOK_PUBLIC_KEY',
    parse: rsaPublicKey,
    default: null,
    whenUnset: 'the secret address alone proves that Airbnb sent something',
    description:
      'Public RSA key of Airbnb in PEM. With it, whatever comes to the address for Airbnb has to be signed, and be sent in the last five minutes. Line breaks may be written as `\\n`.',
    example: '-----BEGIN PUBLIC KEY-----\\nMIIB…\\n-----END PUBLIC KEY-----',
  }),
  airbnbUnverifiedCalls: required({
    name: 'AIRBNB_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Whether calls that only third parties describe, or that were reconstructed, are made at Airbnb itself: answers to booking requests, special offers, changes of bookings asked for by the host, cancellations, pictures in messages. Without it what needs them is refused. An address in VENDOR_BASE_URLS needs nothing.',
    example: 'true',
  }),
  bookingClientId: optional({
    name: 'BOOKING_CLIENT_ID',
    parse: text(/^[\x21-\x7e]{4,200}$/, 'the client id of a Booking.com machine account'),
    default: null,
    whenUnset: 'Booking.com takes no connections',
    description: "Client id of this server's machine account at Booking.com. Set the secret with it.",
    example: 'the client id',
  }),
  bookingClientSecret: optional({
    name: 'BOOKING_CLIENT_SECRET',
    parse: text(/^[\x21-\x7e]{8,400}$/, 'the client secret of a Booking.com machine account'),
    default: null,
    whenUnset: 'needed with BOOKING_CLIENT_ID',
    description: 'Client secret of that machine account.',
    example: 'its secret',
    secret: true,
  }),
  bookingUnverifiedCalls: required({
    name: 'BOOKING_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Whether calls that only third parties describe, or that were put together, are made at Booking.com itself: policies of a property, and licences as they are handed in. Without it what needs them is refused. An address in VENDOR_BASE_URLS needs nothing.',
    example: 'true',
  }),
  vrboClientId: optional({
    name: 'VRBO_CLIENT_ID',
    parse: text(/^[\x21-\x7e]{4,200}$/, 'the key of an Expedia Group partner for Vrbo'),
    default: null,
    whenUnset: 'no account is connected to the API of Vrbo; its feeds need no setting',
    description:
      "Key by which Expedia Group knows this server as a partner for Vrbo. A key for Expedia's own brands is another one. Set the secret with it.",
    example: 'the key',
  }),
  vrboClientSecret: optional({
    name: 'VRBO_CLIENT_SECRET',
    parse: text(/^[\x21-\x7e]{8,400}$/, 'the secret of an Expedia Group partner for Vrbo'),
    default: null,
    whenUnset: 'needed with VRBO_CLIENT_ID',
    description: 'Secret of that key.',
    example: 'its secret',
    secret: true,
  }),
  vrboContactEmail: optional({
    name: 'VRBO_CONTACT_EMAIL',
    parse: text(/^[^@\s]{1,64}@[^@\s]{1,190}$/, 'an e-mail address'),
    default: null,
    whenUnset: 'Vrbo sends no notifications: bookings and messages are read on a timer alone',
    description:
      'Whom Expedia Group may write to about notifications. With it the address for them is entered at Vrbo, its secret renewed, and what could not be delivered is asked for.',
    example: 'ops@example.com',
  }),
  vrboUnverifiedCalls: required({
    name: 'VRBO_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Whether files are sent in messages at Vrbo itself, where the names of the parts of that call are not published. Without it messages are words alone. An address in VENDOR_BASE_URLS needs nothing.',
    example: 'true',
  }),
  plumguideUnverifiedCalls: required({
    name: 'PLUMGUIDE_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Whether nights and prices are read and written at Plum Guide itself, whose paths for them were reconstructed. Without it homes and bookings are read and nothing is written. An address in VENDOR_BASE_URLS needs nothing.',
    example: 'true',
  }),
}

type PartnerKey = keyof typeof partnerSettings

/** Lists the vendors whose partner settings are complete, by the names of their settings. */
export function partnersOf(config: {
  readonly [K in PartnerKey]?: string | boolean | undefined
}): ReadonlyMap<string, string> {
  const keys = Object.keys(partnerSettings) as PartnerKey[]
  return new Map(
    keys.flatMap((key): [string, string][] => {
      const value = config[key]
      return value === undefined ? [] : [[partnerSettings[key].name, String(value)]]
    }),
  )
}
