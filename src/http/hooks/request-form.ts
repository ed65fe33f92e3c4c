/** Checks the form of a request before its meaning, and limits how long its body may take. */
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import type { Lifecycle } from '../../platform/lifecycle.ts'
import { sendError, type ErrorOptions } from '../answers.ts'
import { unavailable } from '../error-envelope.ts'
import { allMethods } from '../route.ts'
import { lingerMs } from '../wire.ts'

const allowedMethods = [...allMethods, 'HEAD', 'OPTIONS']
/** Liveness probes are always answered. */
const isLiveness = (request: FastifyRequest) => request.routeOptions.url?.startsWith('/v1/health') ?? false

const isPreflight = ({ headers }: FastifyRequest) =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined

function assertMethod(request: FastifyRequest): void {
  const { method } = request
  if (allowedMethods.includes(method) && (method !== 'OPTIONS' || isPreflight(request))) return
  throw new ApiError(
    'method_not_allowed',
    method === 'OPTIONS'
      ? 'OPTIONS is answered as a preflight of a browser only: with `Origin` and `Access-Control-Request-Method`.'
      : `No path of this server answers ${method}.`,
    { value_received: method, valid_values: allMethods },
    { headers: { allow: allMethods.join(', ') } },
  )
}

function assertHttp({ raw }: FastifyRequest): void {
  const { httpVersion, rawHeaders, headers } = raw
  if (!['1.0', '1.1'].includes(httpVersion)) {
    throw new ApiError('malformed_request', `HTTP/${httpVersion} is not spoken here.`)
  }
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    throw new ApiError(
      'malformed_request',
      `The request has ${hosts === 0 ? 'no' : 'more than one'} \`Host\`.`,
    )
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new ApiError(
      'malformed_request',
      'The only expectation that is met is `100-continue`.',
      {},
      { statusCase: 'unmet_expectation' },
    )
  }
}

// eslint-disable-next-line no-control-regex
const isPlain = /^[\x00-\x24\x26-\x7f]*$/

/** Node would replace bytes that are not UTF-8, so the search would be for other text. */
export function assertQuery(request: FastifyRequest): void {
  const begins = request.url.indexOf('?')
  const query = begins < 0 ? '' : request.url.slice(begins + 1)
  if (isPlain.test(query)) return
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.replaceAll('+', ' ').split('=')
    if (isText(name) && isText(value)) continue
    const parameter = isText(name) ? decodeURIComponent(name).slice(0, 100) : 'query'
    throw new ApiError('invalid_params', `\`${parameter}\` is not valid percent-encoded UTF-8.`, {
      field: parameter,
    })
  }
}

function isText(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    // eslint-disable-next-line no-control-regex
    return !/[^\x00-\x7f]/.test(encoded)
  } catch {
    return false
  }
}

function assertServing(request: FastifyRequest, { stage }: Lifecycle): void {
  if (stage === 'serving' || stage === 'draining' || isLiveness(request)) return
  throw unavailable(`The server is ${stage}.`)
}

export function addFormHooks(
  app: FastifyInstance,
  options: ErrorOptions & { lifecycle: Lifecycle; bodyPauseMs: number },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    assertHttp(request)
    assertServing(request, options.lifecycle)
    assertMethod(request)
    done()
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    if (!(raw.socket instanceof Socket) || raw.complete) return done(null, payload)
    if (request.headers.expect !== undefined) reply.raw.writeContinue()
    raw.socket.setTimeout(options.bodyPauseMs)
    raw.once('end', () => raw.socket.setTimeout(0))
    raw.once('timeout', () => {
      if (!reply.sent)
        sendError(request, reply.header('connection', 'close'), new ApiError('request_timeout'), options)
      else raw.socket.destroy()
    })
    done(null, payload)
  })
  // Fastify closes the connection of a refused body; a client still sending would see an error instead of the answer.
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    const isEnding = options.lifecycle.stage !== 'serving' || reply.statusCode === 408
    if (!raw.complete && !isEnding) reply.removeHeader('connection')
    done(null, payload)
  })
  // The rest of an unwanted body is discarded for a moment, so that the client reads the answer.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.socket instanceof Socket && !raw.complete) {
      setTimeout(() => {
        if (!raw.complete) raw.socket.destroy()
      }, lingerMs).unref()
    }
    done()
  })
}
