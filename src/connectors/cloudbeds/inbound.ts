import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { base, getRows } from './envelope.ts'
import { hotelsOf } from './hotels.ts'
import { VendorEvent } from './vendor.ts'

// These are events of reservations. Events of other objects concern nothing that is read here.
const actions = [
  'created',
  'status_changed',
  'dates_changed',
  'accommodation_status_changed',
  'accommodation_type_changed',
  'accommodation_changed',
  'accommodation_removed',
  'deleted',
]

/**
 * Each property and event has a subscription. Nothing is signed: the only proof is the secret in the address.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  async register(context, { url }) {
    // An earlier try may have ended before its subscription was stored.
    const subscriptions = await subscriptionsOf(context)
    for (const { id } of subscriptions.filter(({ endpoint }) => endpoint === url)) await remove(context, id)
    const ids: string[] = []
    for (const { propertyID } of await hotelsOf(context)) {
      for (const action of actions) ids.push(await subscribe(context, String(propertyID), action, url))
    }
    return { externalId: ids.join(','), secrets: {} }
  },

  async unregister(context, { externalId }) {
    const ids = new Set(externalId.split(','))
    // The vendor would refuse to remove a subscription that no longer exists.
    const subscriptions = (await subscriptionsOf(context)).filter(({ id }) => ids.has(id))
    for (const { id } of subscriptions) await remove(context, id)
  },

  receive({ body }) {
    const events = readable(VendorEvent, Array.isArray(body) ? body : [body])
    // Any event may have changed the booking it names. The field's casing differs between events.
    return events.flatMap((event) => hint('reservations', event.reservationID ?? event.reservationId))
  },
}

async function subscriptionsOf({ http }: VendorContext): Promise<{ id: string; endpoint: string | null }[]> {
  return (await getRows(http, 'getWebhooks', {})).flatMap((row) => {
    const [id, endpoint] = [fieldOf(row, 'id'), fieldOf(fieldOf(row, 'subscriptionData'), 'endpoint')]
    return typeof id === 'string' ? [{ id, endpoint: presentText(endpoint) }] : []
  })
}

async function subscribe(
  { http }: VendorContext,
  propertyID: string,
  action: string,
  endpointUrl: string,
): Promise<string> {
  const body = new URLSearchParams({ propertyID, object: 'reservation', action, endpointUrl })
  const data = fieldOf(await http.post(`${base}/postWebhook`, { body }), 'data')
  const id = fieldOf(data, 'subscriptionID')
  if (typeof id === 'string' && id !== '') return id
  throw new VendorError('malformed', `the vendor gave no id for the webhook reservation/${action}`)
}

async function remove({ http }: VendorContext, subscriptionID: string): Promise<void> {
  await http.delete(`${base}/deleteWebhook`, { query: { subscriptionID } })
}
