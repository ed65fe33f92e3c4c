/**
 * Some vendors are connected only through this server's own partner account, which these settings describe.
 */
import { optional, required } from './setting-definition.ts'
import { flag, rsaPublicKey, text } from './parsers.ts'

export const partnerSettings = {
  airbnbClientId: optional({
    name: 'AIRBNB_CLIENT_ID',
    parse: text(/^[\x21-\x7e]{4,200}$/, 'the client id of an Airbnb partner app'),
    default: null,
    whenUnset: 'Airbnb accounts cannot be connected',
    description: 'Client id of your Airbnb partner app. Requires `AIRBNB_CLIENT_SECRET`.',
    example: 'the client id',
  }),
  airbnbClientSecret: optional({
    name: 'AIRBNB_CLIENT_SECRET',
    parse: text(/^[\x21-\x7e]{8,400}$/, 'the client secret of an Airbnb partner app'),
    default: null,
    whenUnset: 'needed with AIRBNB_CLIENT_ID',
    description: 'Client secret of your Airbnb partner app.',
    example: 'its secret',
    secret: true,
  }),
  airbnbWebhookPublicKey: optional({
    name: 'AIRBNB_WEBHOOK_PUBLIC_KEY',
    parse: rsaPublicKey,
    default: null,
    whenUnset: 'the secret in the webhook address is the only proof that Airbnb sent a request',
    description:
      'Public RSA key of Airbnb in PEM. If set, every webhook from Airbnb must be signed with it and be at most five minutes old. Line breaks may be written as `\\n`.',
    example: '-----BEGIN PUBLIC KEY-----\\nMIIB…\\n-----END PUBLIC KEY-----',
  }),
  airbnbUnverifiedCalls: required({
    name: 'AIRBNB_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Allows calls to Airbnb that its public documentation does not confirm: answers to booking requests, special offers, alterations by the host, cancellations and pictures in messages. Without it, these operations are refused. Addresses set in `VENDOR_BASE_URLS` always allow them.',
    example: 'true',
  }),
  bookingClientId: optional({
    name: 'BOOKING_CLIENT_ID',
    parse: text(/^[\x21-\x7e]{4,200}$/, 'the client id of a Booking.com machine account'),
    default: null,
    whenUnset: 'Booking.com accounts cannot be connected',
    description: 'Client id of your machine account at Booking.com. Requires `BOOKING_CLIENT_SECRET`.',
    example: 'the client id',
  }),
  bookingClientSecret: optional({
    name: 'BOOKING_CLIENT_SECRET',
    parse: text(/^[\x21-\x7e]{8,400}$/, 'the client secret of a Booking.com machine account'),
    default: null,
    whenUnset: 'needed with BOOKING_CLIENT_ID',
    description: 'Client secret of your machine account at Booking.com.',
    example: 'its secret',
    secret: true,
  }),
  bookingUnverifiedCalls: required({
    name: 'BOOKING_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Allows calls to Booking.com that its public documentation does not confirm: policies of a property, and handing in licences. Without it, these operations are refused. Addresses set in `VENDOR_BASE_URLS` always allow them.',
    example: 'true',
  }),
  vrboClientId: optional({
    name: 'VRBO_CLIENT_ID',
    parse: text(/^[\x21-\x7e]{4,200}$/, 'the key of an Expedia Group partner for Vrbo'),
    default: null,
    whenUnset: 'Vrbo accounts cannot be connected by its API; its feeds need no setting',
    description:
      "Key that Expedia Group gave you as a partner for Vrbo. A key for Expedia's own brands does not work. Requires `VRBO_CLIENT_SECRET`.",
    example: 'the key',
  }),
  vrboClientSecret: optional({
    name: 'VRBO_CLIENT_SECRET',
    parse: text(/^[\x21-\x7e]{8,400}$/, 'the secret of an Expedia Group partner for Vrbo'),
    default: null,
    whenUnset: 'needed with VRBO_CLIENT_ID',
    description: 'Secret of your Vrbo partner key.',
    example: 'its secret',
    secret: true,
  }),
  vrboContactEmail: optional({
    name: 'VRBO_CONTACT_EMAIL',
    parse: text(/^[^@\s]{1,64}@[^@\s]{1,190}$/, 'an e-mail address'),
    default: null,
    whenUnset: 'Vrbo sends no notifications, so bookings and messages are found at the next read',
    description:
      'Contact that Expedia Group writes to about notifications. If set, the server registers for notifications at Vrbo, renews their secret, and fetches those that could not be delivered.',
    example: 'ops@example.com',
  }),
  vrboUnverifiedCalls: required({
    name: 'VRBO_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Allows files in messages at Vrbo, a call whose field names are not published. Without it, messages carry text only. Addresses set in `VENDOR_BASE_URLS` always allow them.',
    example: 'true',
  }),
  plumguideUnverifiedCalls: required({
    name: 'PLUMGUIDE_UNVERIFIED_CALLS',
    parse: flag,
    default: 'false',
    description:
      'Allows reading and writing nights and prices at Plum Guide, by calls that its public documentation does not confirm. Without it, homes and bookings are read and nothing is written. Addresses set in `VENDOR_BASE_URLS` always allow them.',
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
