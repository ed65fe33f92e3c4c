import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type {
  InboundHint,
  InboundRegistration,
  VendorOperations,
  VendorContext,
} from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import { basicAuthMatches, randomSecret } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readList, readResult } from './envelope.ts'
import { VendorEvent, type VendorEventData } from './vendor.ts'

const path = '/v1/webhooks/unifiedWebhooks'

// object of a delivery. What it carries is only read for the id: Hostaway signs nothing.
const hintsOf: Record<string, (data: VendorEventData) => InboundHint[]> = {
  reservation: ({ id }) => hint('reservations', id),
  conversationMessage: ({ conversationId }) => hint('conversations', conversationId),
  message: ({ conversationId }) => hint('conversations', conversationId),
}

/** The object stands in `object`, or is the first word of the event (`reservation.updated`). */
const objectOf = ({ object, event }: VendorEvent): string | undefined =>
  presentText(object) ?? presentText(event)?.split('.')[0]

/** One registration receives everything; deliveries carry its login and password as Basic authentication. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  async register(context, { url }): Promise<InboundRegistration> {
    // Left over from a try that ended before it could be stored; its password is lost.
    for (const id of await registrationsFor(context, url)) await remove(context, id)
    const secrets = { login: randomSecret(9), password: randomSecret() }
    const body = { isEnabled: 1, url, ...secrets, alertingEmailAddress: null }
    const externalId = plainId(readResult(await context.http.post(path, { body })))
    if (externalId === 'unknown') throw new VendorError('malformed', 'the vendor gave no id for the webhook')
    return { externalId, secrets }
  },

  unregister: (context, { externalId }) => remove(context, externalId),

  receive({ headers, body }, { secrets }) {
    const { login, password } = secrets
    if (login === undefined || password === undefined) return null
    if (!basicAuthMatches(headers.authorization, login, password)) return null
    return readable(VendorEvent, [body]).flatMap((event) => {
      const data = event.data ?? event.payload?.data
      return data ? (meaningOf(hintsOf, objectOf(event))?.(data) ?? []) : []
    })
  },
}

async function registrationsFor({ http }: VendorContext, url: string): Promise<string[]> {
  const { rows } = readList(await http.get(path))
  return rows.filter((row) => fieldOf(row, 'url') === url).map(plainId)
}

async function remove({ http }: VendorContext, id: string): Promise<void> {
  await orNull(http.delete(`${path}/${encodeURIComponent(id)}`))
}
