import { demand, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import type { BookingHook } from '../../connector-kit/home-operations.ts'
import { hint } from '../../connector-kit/hints.ts'
import { VendorEvent, VendorWebhook } from './vendor.ts'

const webhookPath = '/v2/webhooks/config'

/**
 * One address serves all bookings of the host; a new one replaces it. The signature of deliveries is unknown:
 * the address is the secret, and a delivery only a reason to read the booking.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  async register(context, { url }) {
    await configure(context, url)
    return { externalId: url, secrets: {} }
  },

  /** An address that somebody else has entered since stays. */
  async unregister(context, { externalId }) {
    if ((await addressAt(context)) === externalId) await configure(context, null)
  },

  receive: ({ body }) =>
    readable(VendorEvent, [body].flat()).flatMap(({ bookingCode }) => hint('reservations', bookingCode)),
}

async function addressAt({ http }: VendorContext): Promise<string | null> {
  const { isActive, endpoints } = demand(VendorWebhook, await http.get(webhookPath), 'webhook')
  return isActive === false ? null : (endpoints?.bookings ?? null)
}

export const bookingHook: BookingHook = {
  read: addressAt,
  write: async (context, url) => void (await configure(context, url)),
}

const configure = ({ http }: VendorContext, bookings: string | null): Promise<unknown> =>
  http.post(webhookPath, { body: { isActive: bookings !== null, endpoints: { bookings } } })
