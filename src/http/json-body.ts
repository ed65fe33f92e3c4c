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
    const text = body.toString('utf8')
    const onParsed: typeof done = (error, value) =>
      error ? done(new ApiError('invalid_json', whyNot(text), {}, { cause: error })) : done(null, value)
    void parse(request, text, onParsed)
  })
}

/** Fastify keeps to itself why, and as a rule where. */
function whyNot(text: string): string {
  try {
    JSON.parse(text)
    return 'No field may be called `__proto__`, and no `constructor` have a `prototype`.'
  } catch (error) {
    // Without the piece of the body that V8 adds to some of its reasons.
    const reason = (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '')
    return `The body is not valid JSON: ${reason}.`
  }
}
