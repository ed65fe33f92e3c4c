/** What opens a door must not stand in the log, whatever part of a request it came in. */
import { randomBytes } from 'node:crypto'
import type { Operation } from './description.ts'
import { toJson } from './hostile.ts'
import { valuesOf, type DrillAnswer, type SentRequest } from './request.ts'

/** Like a session id or a token that somebody sends, and like nothing else. */
const token = () => `Tk${randomBytes(14).toString('base64url').replaceAll(/[-_]/g, 'Q')}9Z`

const secretName = /secret|token|sessionId|password|apiKey|credential/i

/** Secrets that an answer hands out. */
export function secretsIn(answer: Pick<DrillAnswer, 'headers' | 'text'>): string[] {
  const found: string[] = []
  const note = (name: string, value: unknown) => {
    if (typeof value !== 'string' || value.length < 12) return value
    if (secretName.test(name)) found.push(value)
    // Links carry them too.
    found.push(...(value.match(/\bcs_\d+_\w{16,}/g) ?? []))
    return value
  }
  for (const value of valuesOf(answer)) JSON.stringify(value, note)
  return found
}

/** For every operation a request with a token in each part of the path, each parameter, each header and each field. */
export function tokenProbes(
  operations: readonly Operation[],
  { keys }: { seed: number; keys: Record<string, string> },
): { operation: Operation; sent: SentRequest; tokens: string[] }[] {
  return operations.flatMap((operation) =>
    [undefined, keys['LIVE_KEY']].map((key) => {
      const tokens: string[] = []
      const next = () => {
        const made = token()
        tokens.push(made)
        return made
      }
      const path = operation.path.replaceAll(/\{\w+\}/g, next)
      const query = operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${name}=${next()}`)
      const body = { surprise: next(), credentials: { apiKey: next(), accountId: next() }, sessionId: next() }
      return {
        operation,
        sent: {
          method: operation.method,
          path: [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
          headers: {
            authorization: `Bearer ${key ?? next()}`,
            'idempotency-key': next(),
            'x-signature': next(),
            cookie: `session=${next()}`,
            referer: `https://app.example.com/?session=${next()}`,
            ...(operation.body ? { 'content-type': 'application/json' } : {}),
          },
          ...(operation.body ? { body: Buffer.from(toJson(body)) } : {}),
        },
        tokens,
      }
    }),
  )
}

export function leaks(log: string, secrets: Iterable<string>): { secret: string; line: string }[] {
  return [...secrets].flatMap((secret) => {
    const at = log.indexOf(secret)
    if (at < 0) return []
    const line = log.slice(log.lastIndexOf('\n', at) + 1, log.indexOf('\n', at))
    return [{ secret, line }]
  })
}
