/** Checks every request against its route's shape, and answers in the vendor's own words. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { isDay } from './clock.ts'
import type { VendorAnswer } from './definition.ts'
import { sendAnswer } from './server.ts'
import { exactly, type RouteShape, type RouteShapes } from './shape.ts'
import { nested } from './nested.ts'

export interface Mistake {
  place: 'query' | 'body'
  /** A path such as `rooms.0.room_type_id`; empty for the whole. */
  at: string
  kind: 'missing' | 'unknown' | 'type' | 'value'
  /** A text with the field's name. */
  text: string
}

const formats = {
  date: isDay,
  'date-time': (value: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && isMoment(value),
  'day-or-moment': (value: string) => isDay(value) || (/^\d{4}-\d\d-\d\d[T ]/.test(value) && isMoment(value)),
  clock: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}

const isMoment = (value: string): boolean => isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))

const noQuery = exactly({})

// Queries and forms hold text only; in JSON a number is a number.
const ofText = new Ajv({ strict: false, coerceTypes: 'array', formats })
const ofJson = new Ajv({ strict: false, formats })
const compiled = new Map<TSchema, ValidateFunction>()

function check(place: Mistake['place'], schema: TSchema, value: unknown, ajv: Ajv): Mistake | undefined {
  const fits = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, fits)
  return fits(value) ? undefined : mistakeOf(place, fits.errors?.[0])
}

/** Returns the first mistake of a JSON value. */
export const mistakeIn = (schema: TSchema, value: unknown): Mistake | undefined =>
  check('body', schema, value, ofJson)

/**
 * From here on every route added to `app` needs a shape, and wrong requests are refused before it. Call it after the
 * hook that knows the caller.
 */
export function strict(
  app: FastifyInstance,
  shapes: RouteShapes,
  refuse: (mistake: Mistake, request: FastifyRequest) => VendorAnswer,
): void {
  const routes = new Map<string, RouteShape>()
  app.addHook('onRoute', ({ method, url, routePath }) => {
    for (const one of [method].flat()) {
      if (one === 'HEAD') continue
      const shape = shapes[`${one} ${routePath}`]
      if (shape === undefined) throw new Error(`no shape says what ${one} ${routePath} takes`)
      routes.set(`${one} ${url}`, shape)
    }
  })
  app.addHook('onReady', async () => {
    const unused = Object.keys(shapes).find((name) => ![...routes.values()].includes(shapes[name] ?? {}))
    if (unused !== undefined) throw new Error(`there is no route ${unused}, but a shape says what it takes`)
  })
  app.addHook('preHandler', async (request, reply) => {
    const shape = routes.get(`${request.method} ${request.routeOptions.url}`)
    if (shape === undefined) return undefined
    const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
    const body = isForm ? nested(request.body as Record<string, string>) : request.body
    const mistake =
      check('query', shape.query ?? noQuery, nested(request.query as Record<string, string>), ofText) ??
      (shape.body === undefined
        ? undefined
        : check('body', shape.body, structuredClone(body), isForm ? ofText : ofJson))
    return mistake === undefined ? undefined : sendAnswer(reply, refuse(mistake, request))
  })
}

function mistakeOf(place: Mistake['place'], error: ErrorObject | undefined): Mistake {
  const { keyword = '', instancePath = '', params = {}, message = '' } = error ?? {}
  const path = instancePath.split('/').slice(1)
  const name: unknown = params.missingProperty ?? params.additionalProperty
  const at = (name === undefined ? path : [...path, String(name)]).join('.')
  const subject = at === '' ? `The ${place}` : at
  if (keyword === 'required') return { place, at, kind: 'missing', text: `${subject} is required.` }
  if (keyword === 'additionalProperties')
    return { place, at, kind: 'unknown', text: `${subject} is not known.` }
  return { place, at, kind: keyword === 'type' ? 'type' : 'value', text: `${subject} ${message}.` }
}
