/** Hosted pages share the headers of their shell, and how their files are served. */
import type { FastifyInstance } from 'fastify'
import { once } from '../platform/once.ts'
import { readPageAssets } from './connect-page/assets.ts'

const yearInSeconds = 31_536_000

/** The policy forbids other origins, inline code, frames and referrers. */
export const shellHeaders = {
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

/** A page may show images of this one origin, or of every one of a scheme. */
export const imagesFrom = (origin: string): typeof shellHeaders => ({
  ...shellHeaders,
  'content-security-policy': shellHeaders['content-security-policy'].replace(
    "img-src 'self'",
    `img-src 'self' ${origin}`,
  ),
})

/** Serves files below `/<folder>/assets`. Returns a function that renders the shell. */
export function hostFiles(app: FastifyInstance, folder: string): () => string {
  const assets = once(() => readPageAssets(folder))
  app.get<{ Params: { file: string } }>(`/${folder}/assets/:file`, (request, reply) => {
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
  return () => assets().shell
}
