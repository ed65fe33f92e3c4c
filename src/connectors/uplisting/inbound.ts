import { demandMade, fieldOf, isFields, listIn, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'

import { idText, presentText } from '../../connector-kit/readings.ts'
import { plainRow } from './envelope.ts'
import { VendorDelivery, VendorHook } from './vendor.ts'

const path = '/hooks'
const events = ['booking_created', 'booking_updated', 'booking_removed']

/**
 * Every event has a hook of its own. No secret is given out when one is made, so deliveries are proven by the
 * secret in the address alone.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  /** Hooks of this address that an interrupted try left are kept. */
  async register(context, { url }) {
    const hooks = await hooksOf(context)
    const ids: string[] = []
    for (const event of events) {
      const left = hooks.find((hook) => hook.target_url === url && hook.event === event)
      ids.push(left === undefined ? await addHook(context, url, event) : String(left.id))
    }
    return { externalId: ids.join(','), secrets: {} }
  },

  async unregister({ http }, { externalId }) {
    for (const id of externalId.split(',')) await orNull(http.delete(`${path}/${encodeURIComponent(id)}`))
  },

  receive: ({ body }) =>
    distinctHints(
      readable(VendorDelivery, noticesIn(body).map(bookingIn)).flatMap(({ id, property_id, check_in }) =>
        // Without a day or a property it is no booking.
        idText(presentText(property_id)) === null && presentText(check_in) === null
          ? []
          : [...hint('reservations', id), ...hint('calendar', property_id)],
      ),
    ),
}

/** Deliveries are plain bookings. Some receivers are written for one that stands below a name. */
function bookingIn(notice: unknown): unknown {
  const inner = ['data', 'payload', 'booking'].map((name) => fieldOf(notice, name)).find(isFields)
  return plainRow(inner ?? notice)
}

async function hooksOf({ http }: VendorContext): Promise<VendorHook[]> {
  const answer = await http.get(path)
  const rows = Array.isArray(answer) ? (answer as unknown[]) : listIn(answer, 'data')
  return readable(VendorHook, rows.map(plainRow))
}

async function addHook({ http }: VendorContext, target_url: string, event: string): Promise<string> {
  const answer = await http.post(path, { body: { target_url, event } })
  const id = fieldOf(answer, 'id') ?? fieldOf(fieldOf(answer, 'data'), 'id')
  return demandMade(idText(presentText(id)), 'hook')
}
