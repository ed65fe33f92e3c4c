/** Reads the documents by which clients name themselves (OAuth Client ID Metadata Documents). */
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/client.ts'
import { userAgent } from '../../../platform/version.ts'

const timeoutMs = 5_000
const mostBytes = 16 * 1024
const mostDocuments = 500
/** A document may not ask to be remembered for longer. */
const mostSeconds = 3600

const ClientDocument = Type.Object({
  client_id: Type.String(),
  client_name: Type.Optional(Type.String({ maxLength: 200 })),
  redirect_uris: Type.Array(Type.String({ maxLength: 2000 }), { minItems: 1, maxItems: 50 }),
  token_endpoint_auth_method: Type.Optional(Type.String()),
  grant_types: Type.Optional(Type.Array(Type.String())),
  response_types: Type.Optional(Type.Array(Type.String())),
})

export interface AgentClient {
  id: string
  name: string
  host: string
  redirectUris: readonly string[]
}

/** Its message is for the member. */
export class ClientRefused extends Error {
  override name = 'ClientRefused'
}

/** Spaces and signs that do not show, or that turn the text around, could make one name look like another. */
const hiddenSigns = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu

function assertClientId(id: string, { allowPrivate }: { allowPrivate: boolean }): URL {
  const url = URL.parse(id)
  const isWeb = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (!url || !isWeb || url.href !== id || url.pathname === '/' || url.hash !== '' || url.username !== '')
    throw new ClientRefused('The client does not name itself by the https address of a document.')
  return url
}

/** Pure. The checks are loaded with the first document, since most servers meet none. */
async function parseClientDocument(id: string, text: string): Promise<AgentClient> {
  const { Check } = await import('typebox/value')
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new ClientRefused('The document of the client is no JSON.')
  }
  if (!Check(ClientDocument, document))
    throw new ClientRefused('The document of the client lacks its name or its addresses.')
  if (document.client_id !== id) throw new ClientRefused('The document of the client names another client.')
  if ((document.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new ClientRefused('The client wants to prove itself by a secret, which is not supported.')
  const host = new URL(id).host
  const name = (document.client_name ?? '').replaceAll(hiddenSigns, ' ').trim().slice(0, 80)
  return { id, name: name === '' ? host : name, host, redirectUris: document.redirect_uris }
}

/** Seconds that `Cache-Control` allows. Pure. */
function secondsToKeep(cacheControl: string): number {
  if (/\b(no-store|no-cache|private)\b/i.test(cacheControl)) return 0
  return Math.min(mostSeconds, Number(/\bmax-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0))
}

async function readDocument(
  outbound: Outbound,
  id: string,
): Promise<{ client: AgentClient; seconds: number }> {
  const answer = await outbound
    .send({
      url: id,
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': userAgent },
      timeoutMs,
      maxBodyBytes: mostBytes,
    })
    .catch(() => null)
  // An inside address and a silent one are answered alike, so that nobody maps a network by it.
  if (!answer) throw new ClientRefused('The document of the client cannot be read.')
  if (answer.status !== 200 || answer.cut)
    throw new ClientRefused('The document of the client cannot be read: it is missing, moved or too long.')
  const client = await parseClientDocument(id, answer.body.toString('utf8'))
  return { client, seconds: secondsToKeep([answer.headers['cache-control']].flat().join(',')) }
}

export interface ClientDocuments {
  /** Throws `ClientRefused`. */
  read(id: string): Promise<AgentClient>
}

export function createClientDocuments(clock: Clock, policy: { allowPrivate: boolean }): ClientDocuments {
  const outbound = createOutbound(policy)
  const clients = new Map<string, { client: AgentClient; untilMs: number }>()
  return {
    async read(id) {
      assertClientId(id, policy)
      const known = clients.get(id)
      if (known && known.untilMs > clock.monotonicMs()) return known.client
      const { client, seconds } = await readDocument(outbound, id)
      if (clients.size >= mostDocuments) clients.clear()
      if (seconds > 0) clients.set(id, { client, untilMs: clock.monotonicMs() + seconds * 1000 })
      else clients.delete(id)
      return client
    },
  }
}
