import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../platform/api-error.ts'

/** JSON bodies as text first, so that a signature over the raw bytes can still be checked. */
export function acceptJson(app: FastifyInstance): void {
  // The server would take plain text by itself.
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    // Read anyhow, bytes that are no text would be replaced, and something else be stored than was sent.
    if (!isUtf8(body))
      return done(new ApiError('invalid_json', 'The body is not valid UTF-8; nothing was done.'))
    const onParsed: typeof done = (error, value) =>
      error
        ? done(
            new ApiError(
              'invalid_json',
              `The body is not valid JSON: ${error.message}`,
              {},
              { cause: error },
            ),
          )
        : done(null, value)
    void parse(request, body.toString('utf8'), onParsed)
  })
}
