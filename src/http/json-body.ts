import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import { readBody } from './read-body.ts'

/** JSON bodies, whose raw bytes are kept as well, so that a signature over them can still be checked. */
export function acceptJson(app: FastifyInstance): void {
  // The server would take plain text by itself.
  app.removeAllContentTypeParsers()
  const parseCarefully = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(request, payload, (text, mayPoison) => {
      try {
        return mayPoison ? carefully(text) : JSON.parse(text)
      } catch (error) {
        throw new ApiError('invalid_json', whyNot(text), {}, { cause: error })
      }
    }),
  )
  const carefully = (text: string): unknown => {
    let parsed: unknown
    // The parser calls back at once.
    void parseCarefully({} as never, text, (error, value) => {
      if (error) throw error
      parsed = value
    })
    return parsed
  }
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
