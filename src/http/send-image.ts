/** Sends answers that are the bytes of an image, with a tag by which a client keeps them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ImageBytes } from './image-bytes.ts'
import { names, validatorsOf } from './revalidation/validators.ts'

/** Foreign bytes are shown under our origin, so a browser may neither guess their type nor run them. */
const fenced = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

export function sendImage(request: FastifyRequest, reply: FastifyReply, image: ImageBytes): FastifyReply {
  const validators = validatorsOf(image.digest)
  reply.headers({ ...fenced, ...validators })
  if (names(request.headers['if-none-match'], validators.etag)) return reply.code(304).send()
  return reply.code(200).header('content-type', image.contentType).send(image.bytes)
}
