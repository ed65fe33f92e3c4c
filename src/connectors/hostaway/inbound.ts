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

// Deliveries name one of these objects. Their content is read for the id only, since Hostaway signs nothing.
const hintsOf: Record<string, (data: VendorEventData) => InboundHint[]> = {
  reservation: ({ id }) => hint('reservations', id),
  conversationMessage: ({ conversationId }) => hint('conversations', conversationId),
  message: ({ conversationId }) => hint('conversations', conversationId),
}

/** The object is in `object`, or the first word of the event (`reservation.updated`). */
const objectOf = ({ object, event }: VendorEvent): string | undefined =>
  presentText(object) ?? presentText(event)?.split('.')[0]

/** One registration receives everything; deliveries carry its login and password as Basic authentication. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  async register(context, { url }): Promise<InboundRegistration> {
    // An earlier try may have ended before its registration was stored; its password is lost.
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
