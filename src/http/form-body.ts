import type { FastifyInstance } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import { unsupportedType } from './error-envelope.ts'
import type { Route } from './route.ts'

/** Bytes. The forms that vendors send name a record and what happened to it. */
const longestForm = 64 * 1024

/** Forms, for the routes that take them (`takesForms`): their fields by name, the last of each. */
export function acceptForms(app: FastifyInstance): void {
  const options = { parseAs: 'buffer' } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (request, body: Buffer, done) => {
    const route = request.routeOptions.config.route as Route<never> | undefined
    if (!route?.takesForms) return done(unsupportedType())
    if (body.length > longestForm)
      return done(new ApiError('payload_too_large', 'The form is larger than 64 kB; nothing was done.'))
    request.rawBody = body
    done(null, Object.fromEntries(new URLSearchParams(body.toString('utf8'))))
  })
}
