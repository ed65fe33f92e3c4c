/** Routes without JSON: signed picture uploads, and stored files that anybody with the address may see. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { largestPhoto } from '../../../contract/listing-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import { contentTypeOf } from './content-types.ts'
import { insertListingFile } from './queries.ts'
import { openUpload, pathOf } from './upload-token.ts'

/**
 * A path's content never changes, but the file may be deleted with its guest: caches must not share it, and browsers
 * revalidate after a minute.
 */
const caching = 'private, max-age=60, must-revalidate'

const noUpload = () =>
  new ApiError(
    'not_found',
    'This upload address was not made here or its time is over.',
    {},
    { fix: 'Ask `POST /v1/listings/{id}/photos/upload-url` for a new address.' },
  )

const wrongBytes = (message: string) => new ApiError('invalid_body', message, { field: 'body' })

const wrongSize = (size: number, wanted: number) =>
  wrongBytes(`The file has ${size} bytes; the address was made for ${wanted}.`)

/** The type is detected from the bytes, not taken from the sender. */
async function assertBytes(
  bytes: Buffer,
  wanted: { size: number; type: string | undefined },
): Promise<string> {
  if (bytes.length !== wanted.size) throw wrongSize(bytes.length, wanted.size)
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  if (found === undefined || found.mime !== wanted.type) {
    throw wrongBytes(
      `The file is ${found?.mime ?? 'of no known type'}; the address was made for ${String(wanted.type)}.`,
    )
  }
  return found.mime
}

export async function registerFileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { vault, clock, objects, db } = services
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestPhoto }, (_request, body, done) =>
    done(null, body),
  )

  // Check the address before a byte of the upload is stored.
  const assertGrant = async ({ params, headers }: FastifyRequest<{ Params: { token: string } }>) => {
    const grant = openUpload(vault, params.token, clock.now())
    if (!grant) throw noUpload()
    const announced = Number(headers['content-length'] ?? grant.size)
    if (announced !== grant.size) throw wrongSize(announced, grant.size)
  }

  app.put<{ Params: { token: string } }>(
    '/v1/uploads/:token',
    { bodyLimit: largestPhoto, onRequest: assertGrant },
    async (request, reply) => {
      const now = clock.now()
      const grant = openUpload(vault, request.params.token, now)
      if (!grant) throw noUpload()
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const path = pathOf(grant)
      const contentType = await assertBytes(bytes, { size: grant.size, type: contentTypeOf(path) })
      const scope = { workspaceId: grant.workspaceId }
      await objects.put(path, bytes, contentType)
      const file = { path, content_type: contentType, size: bytes.length, created_at: now }
      if (!(await insertListingFile(db, scope, grant.listingId, file))) {
        await objects.delete(path)
        throw noUpload()
      }
      return reply.send({ path, publicUrl: `${services.publicUrl}/files/${path}`, size: bytes.length })
    },
  )

  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const path = request.params['*']
    const isKey = /^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*$/.test(path) && path.length <= 300
    const bytes = isKey ? await objects.get(path) : null
    if (bytes === null) throw new ApiError('not_found', 'There is no such file.')
    const contentType = contentTypeOf(path)
    const etag = `"${createHash('sha256').update(path).digest('base64url').slice(0, 22)}"`
    reply.header('etag', etag).header('cache-control', caching)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply
      .headers({
        'content-type': contentType ?? 'application/octet-stream',
        ...(contentType === undefined ? { 'content-disposition': 'attachment' } : {}),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(bytes)
  })
}
