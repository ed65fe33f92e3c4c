import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { base, envelopeOf, getRows } from './envelope.ts'
import { hotelsOf } from './hotels.ts'
import { presentText } from './map.ts'
import { VendorEvent } from './vendor.ts'

// Events of reservations, by their action. Other objects tell nothing that is read from here.
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

const eventCheck = compileCheck(VendorEvent)

/** Subscribed to by property and event. Nothing is signed: the only proof is the secret in the address. */
export const inbound: NonNullable<Operations['inbound']> = {
  proof: 'address',

  async register(context, { url }) {
    // Left over from a try that ended before it could be stored.
    const known = await subscriptionsOf(context)
    for (const { id } of known.filter(({ endpoint }) => endpoint === url)) await remove(context, id)
    const ids: string[] = []
    for (const { propertyID } of await hotelsOf(context)) {
      for (const action of actions) ids.push(await subscribe(context, String(propertyID), action, url))
    }
    return { externalId: ids.join(','), secrets: {} }
  },

  async unregister(context, { externalId }) {
    const wanted = new Set(externalId.split(','))
    // Removing what is gone would be refused.
    const known = (await subscriptionsOf(context)).filter(({ id }) => wanted.has(id))
    for (const { id } of known) await remove(context, id)
  },

  receive({ body }) {
    if (!eventCheck.fits(body) || !body.event.startsWith('reservation/')) return []
    // The casing differs between events.
    const externalId = presentText(body.reservationID) ?? presentText(body.reservationId)
    return externalId === null ? [] : [{ entity: 'reservations', externalId }]
  },
}

async function subscriptionsOf({ http }: VendorContext): Promise<{ id: string; endpoint: string | null }[]> {
  const rows = (await getRows(http, 'getWebhooks', {})) as ({
    id?: unknown
    subscriptionData?: { endpoint?: unknown } | null
  } | null)[]
  return rows.flatMap((row) => {
    const endpoint = row?.subscriptionData?.endpoint
    return typeof row?.id === 'string'
      ? [{ id: row.id, endpoint: typeof endpoint === 'string' ? endpoint : null }]
      : []
  })
}

async function subscribe(
  { http }: VendorContext,
  propertyID: string,
  action: string,
  endpointUrl: string,
): Promise<string> {
  const body = new URLSearchParams({ propertyID, object: 'reservation', action, endpointUrl })
  const { data } = envelopeOf(await http.post(`${base}/postWebhook`, { body }))
  const id = (data as { subscriptionID?: unknown } | null | undefined)?.subscriptionID
  if (typeof id === 'string' && id !== '') return id
  throw new VendorError('malformed', `the vendor gave no id for the webhook reservation/${action}`)
}

async function remove({ http }: VendorContext, subscriptionID: string): Promise<void> {
  await http.delete(`${base}/deleteWebhook`, { query: { subscriptionID } })
}
