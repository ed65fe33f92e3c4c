import { demandMade, fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { VendorEvent, VendorSubscription } from './vendor.ts'

const path = '/v1/subscriptions'
const origin = 'https://webhook.apaleo.com'

/** The vendor writes topics in both cases. */
const entities: Record<string, InboundHint['entity']> = {
  reservation: 'reservations',
  unitgroup: 'listings',
}

/**
 * One subscription serves all properties: with `propertyIds` the vendor drops some topics and leaves out properties
 * that come later. Nothing is signed: the only proof is the secret in the address.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',

  async register(context, { url }) {
    // An earlier try may have ended before its subscription was stored.
    const before = (await subscriptionsOf(context)).filter(({ endpointUrl }) => endpointUrl === url)
    for (const { id } of before) await remove(context, String(id))
    const body = { endpointUrl: url, events: Object.keys(entities).map((topic) => `${topic}/*`) }
    const answer = await context.http.post(path, { origin, body })
    const externalId = demandMade(idText(presentText(fieldOf(answer, 'id'))), 'subscription')
    return { externalId, secrets: {} }
  },

  unregister: (context, { externalId }) => remove(context, externalId),

  isHealthCheck: (body) => {
    const [event] = readable(VendorEvent, [body])
    return wordOf(event?.topic) === 'system' && wordOf(event?.type) === 'healthcheck'
  },

  receive({ body }) {
    const hints = readable(VendorEvent, noticesIn(body)).flatMap(({ topic, Topic, data, Data }) => {
      const entity = entities[wordOf(topic ?? Topic)]
      return entity === undefined ? [] : hint(entity, data?.entityId ?? Data?.EntityId)
    })
    return distinctHints(hints)
  },
}

const wordOf = (text: string | null | undefined): string => text?.trim().toLowerCase() ?? ''

async function subscriptionsOf({ http }: VendorContext): Promise<VendorSubscription[]> {
  const answer = await http.get(path, { origin })
  return readable(VendorSubscription, Array.isArray(answer) ? (answer as unknown[]) : [])
}

async function remove({ http }: VendorContext, id: string): Promise<void> {
  await orNull(http.delete(`${path}/${encodeURIComponent(id)}`, { origin }))
}
