/** How many of the spoiled requests a simulator refuses. */
import { readCredentials } from '../../src/connector-kit/credentials.ts'
import type { Driven } from './drive.ts'
import { send, type GivenAnswer, type SentRequest } from './recorder.ts'
import { spoil, type RequestSchemas } from './spoil.ts'

export interface Share {
  spoiled: number
  refused: number
  /** What was taken although it was spoiled. */
  taken: string[]
}

/** Sends every recorded request that was taken, spoiled in every way, once for each way and operation. */
export async function shareOf(
  driven: Driven,
  describe: (request: SentRequest) => (RequestSchemas & { name: string }) | undefined,
): Promise<Share> {
  const share: Share = { spoiled: 0, refused: 0, taken: [] }
  const done = new Set<string>()
  const sign = signer(driven)
  const call = async (request: SentRequest) => send(driven.simulatorUrl, sign(request))
  for (const { request, answer } of driven.exchanges) {
    if (isRefusal(answer)) continue
    const described = describe(request)
    if (described === undefined) continue
    let unspoiled: GivenAnswer | undefined
    for (const { what, request: spoiled } of spoil(request, described)) {
      const name = `${described.name} ${what}`
      if (done.has(name)) continue
      done.add(name)
      // What is refused even as it was sent, such as nights that are taken since, is no refusal of what is wrong. The
      // first repetition may still be taken.
      unspoiled ??= (await call(request), await call(request))
      const told = await call(spoiled)
      share.spoiled += 1
      if (isRefusal(told) && !(isRefusal(unspoiled) && told.body === unspoiled.body)) share.refused += 1
      else share.taken.push(`${name}: ${told.status}`)
    }
  }
  return share
}

/** By status, or in the answer at vendors that say it there; a batch is refused when all of it is. */
function isRefusal({ status, body }: GivenAnswer): boolean {
  if (status >= 400) return status < 500
  try {
    const answer: unknown = JSON.parse(body)
    const parts: unknown[] = Array.isArray(answer) ? answer : [answer]
    return parts.length > 0 && parts.every(isRefusedPart)
  } catch {
    return false
  }
}

function isRefusedPart(part: unknown): boolean {
  const { success, error_code } = (part ?? {}) as { success?: unknown; error_code?: unknown }
  return success === false || (typeof error_code === 'number' && error_code >= 400 && error_code < 500)
}

/** For vendors that want every call signed as it leaves. */
function signer({ world }: Driven): (request: SentRequest) => SentRequest {
  const { connector, simulator } = world.bench
  const read = readCredentials(connector, simulator.credentials)
  if (!read.ok) throw new Error('the credentials of the simulator are not read')
  const auth = connector.auth(read.credentials)
  return (request) => {
    if (auth.seal === undefined) return request
    const url = new URL(request.url, 'http://vendor.example.com')
    const body = request.body === '' ? null : request.body
    const outgoing = { method: request.method, url, headers: { ...request.headers }, body }
    auth.seal(outgoing, world.bench.context().now())
    return { ...request, url: outgoing.url.pathname + outgoing.url.search, headers: outgoing.headers }
  }
}
