/** The hosted connect page: one shell for every session, and its files. What it shows it asks the API for. */
import type { FastifyInstance } from 'fastify'
import { once } from '../platform/once.ts'
import { readConnectAssets } from './connect-page/assets.ts'

const yearInSeconds = 31_536_000

/** Nothing from elsewhere, nothing inline, in no frame, and no address of this page told to anybody. */
const shellHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export async function connectPage(app: FastifyInstance): Promise<void> {
  const assets = once(readConnectAssets)

  app.get<{ Params: { file: string } }>('/connect/assets/:file', (request, reply) => {
    const asset = assets().files.get(request.params.file)
    if (!asset) return reply.callNotFound()
    return reply
      .headers({
        'content-type': asset.contentType,
        'cache-control': `public, max-age=${yearInSeconds}, immutable`,
        'x-content-type-options': 'nosniff',
      })
      .send(asset.body)
  })

  // Whether there is such a session the page finds out by itself: it can say so in the person's language.
  app.get('/connect/:sessionId', (_request, reply) => reply.headers(shellHeaders).send(assets().shell))
}
