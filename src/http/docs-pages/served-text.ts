/** Sends a text: it is compressed once for each coding, and not sent to clients that have it. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const codings = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      // Quality 11 takes seconds for the largest page, and from 9 on little is gained.
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text: string) => promisify(gzip)(text),
}
type Coding = keyof typeof codings

/** Smaller texts gain nothing by compression. */
const leastCompressed = 1024

export interface ServedText {
  text: string
  etag: string
  compressed: Partial<Record<Coding, Promise<Buffer>>>
}

export function servedText(text: string): ServedText {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { text, etag: `"${hash}"`, compressed: {} }
}

/** Chooses the best coding that the client accepts: `gzip;q=0` refuses one. */
function codingFor(acceptEncoding: string | undefined): Coding | undefined {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return [name, q === undefined ? 1 : Number(q)] as const
    }),
  )
  const weight = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = (Object.keys(codings) as Coding[])
    .filter((coding) => weight(coding) > 0)
    .toSorted((a, b) => weight(b) - weight(a))
  return best
}

/** `W/"x"` and `"x"` are the same page, since only the coding may differ. */
const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')

/** Browsers keep a page but revalidate it each time, so an updated server shows its new pages at once. */
const askedAgain = 'public, no-cache'

interface TextDelivery {
  cacheControl?: string | undefined
  /** Further request headers that choose between texts of one address. */
  vary?: string | undefined
}

export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  served: ServedText,
  { cacheControl = askedAgain, vary }: TextDelivery = {},
): Promise<FastifyReply> {
  reply.headers({
    etag: served.etag,
    'cache-control': cacheControl,
    vary: vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${vary}`,
  })
  if (isKnown(request.headers['if-none-match'], served.etag)) return reply.code(304).send()
  const coding =
    served.text.length < leastCompressed ? undefined : codingFor(request.headers['accept-encoding'])
  if (!coding) return reply.send(served.text)
  const body = await (served.compressed[coding] ??= codings[coding](served.text))
  return reply.header('content-encoding', coding).send(body)
}
