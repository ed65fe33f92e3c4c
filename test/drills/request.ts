/** A request as it goes over the wire, its answer, and the line that sends it again. */
import http from 'node:http'
import { linesType } from '../../src/http/lines.ts'

export interface SentRequest {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string | string[]>
  body?: Buffer | undefined
}

export interface DrillAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  tookMs: number
}

/** What an answer says: the values of all its lines where it has many, else the one; undefined: what is no JSON. */
export function valuesOf({ headers, text }: Pick<DrillAnswer, 'headers' | 'text'>): unknown[] {
  const isLines = headers['content-type']?.startsWith(linesType) ?? false
  return (isLines ? text.trimEnd().split('\n') : [text]).map((one) => {
    try {
      return JSON.parse(one) as unknown
    } catch {
      return undefined
    }
  })
}

/** Longer than anything may take, so that the drill tells what hangs. */
export const patienceMs = 20_000

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })

export function send(baseUrl: string, { method, path, headers, body }: SentRequest): Promise<DrillAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const length =
      body === undefined && method === 'GET' ? {} : { 'content-length': String(body?.length ?? 0) }
    const request = http.request(
      { hostname, port, method, path, agent, headers: { ...length, ...headers }, timeout: patienceMs },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            tookMs: performance.now() - started,
          }),
        )
      },
    )
    request.on('timeout', () => request.destroy(new Error(`no answer within ${patienceMs / 1000} s`)))
    request.on('error', reject)
    request.end(body)
  })
}

export const bearer = (key = ''): Record<string, string> => ({ authorization: `Bearer ${key}` })

const longest = 4_000
/** In a shell's `$'…'`, byte by byte where it is not plain. */
const quoted = (bytes: Buffer) =>
  `$'${[...bytes].map((byte) => (byte > 31 && byte < 127 && byte !== 39 && byte !== 92 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')}'`

/** What a person pastes. Keys are named, not shown; a body too long for a line is made again from the seed. */
export function curlLine({ method, path, headers, body }: SentRequest, keys: Record<string, string>): string {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => {
      const key = Object.entries(keys).find(([, secret]) => one.includes(secret))
      return `-H ${key ? `"${name}: ${one.replace(key[1], `$${key[0]}`)}"` : quoted(Buffer.from(`${name}: ${one}`, 'latin1'))}`
    }),
  )
  const data = !body
    ? []
    : [`--data-binary ${body.length > longest ? `<${body.length} bytes: repeat the drill>` : quoted(body)}`]
  return [
    'curl -sS -i -g --path-as-is',
    `-X ${method}`,
    ...named,
    ...data,
    `"$BASE"${quoted(Buffer.from(path))}`,
  ].join(' ')
}
