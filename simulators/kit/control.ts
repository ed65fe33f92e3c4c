import type { FastifyInstance } from 'fastify'
import type { CallRecord } from './call-record.ts'
import { isDay, type SimulatorClock } from './clock.ts'
import { ControlError } from './control-error.ts'
import type { VendorOperations } from './definition.ts'
import type { Faults } from './faults.ts'
import { readObject, refuseUnknown } from './fields.ts'
import type { DayRange } from './nights.ts'

export interface ControlParts {
  operations: VendorOperations
  faults: Faults
  clock: SimulatorClock
  calls: CallRecord
  /** Adds calls that only this vendor has. */
  own?(app: FastifyInstance): void
}

type WithId = { Params: { id: string } }

/** Every vendor's simulator has this interface to drive it. */
export function controlRoutes({ operations, faults, clock, calls, own }: ControlParts) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      const status = error instanceof ControlError ? error.status : statusOf(error)
      return reply.code(status).send({ error: error instanceof Error ? error.message : String(error) })
    })
    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send({ error: `no control call ${request.method} ${request.url}` }),
    )

    app.get<{ Querystring: { include?: string } }>('/state', (request) =>
      operations.state(new Set((request.query.include ?? '').split(',').filter((part) => part !== ''))),
    )

    app.post('/reservations', (request, reply) =>
      reply.code(201).send(operations.createReservation(request.body)),
    )
    app.patch<WithId>('/reservations/:id', (request) =>
      operations.updateReservation(request.params.id, request.body),
    )
    app.post<WithId>('/reservations/:id/cancel', (request) =>
      operations.cancelReservation(request.params.id, request.body),
    )
    app.delete<WithId>('/reservations/:id', (request, reply) => {
      operations.deleteReservation(request.params.id)
      return reply.code(204).send()
    })
    app.post('/messages', (request, reply) => reply.code(201).send(operations.createMessage(request.body)))
    app.patch<WithId>('/listings/:id', (request) => operations.updateListing(request.params.id, request.body))

    const { setWebhook, nights } = operations
    if (setWebhook !== undefined) app.put('/webhook', (request) => setWebhook(request.body))
    if (nights !== undefined) {
      app.get<{ Params: { id: string }; Querystring: Partial<DayRange> }>(
        '/listings/:id/nights',
        (request) => {
          const { from, to = from } = request.query
          if (!isDay(from) || !isDay(to) || to < from) throw new ControlError('from and to say which nights')
          return { nights: nights(request.params.id, { from, to }) }
        },
      )
    }

    app.get('/faults', () => ({ faults: faults.list() }))
    app.post('/faults', (request, reply) => reply.code(201).send(faults.add(request.body)))
    app.delete('/faults', (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    })

    app.get('/clock', () => ({ now: new Date(clock.nowMs()).toISOString() }))
    app.post('/clock', (request) => {
      clock.advanceSeconds(readAdvance(request.body))
      return { now: new Date(clock.nowMs()).toISOString() }
    })

    own?.(app)

    app.get('/calls', () => ({ calls: calls.list() }))
    app.delete('/calls', (_request, reply) => {
      calls.clear()
      return reply.code(204).send()
    })
  }
}

function readAdvance(input: unknown): number {
  const body = readObject(input)
  refuseUnknown(body, ['advanceSeconds'])
  const { advanceSeconds } = body
  if (typeof advanceSeconds !== 'number' || !Number.isFinite(advanceSeconds) || advanceSeconds <= 0) {
    throw new ControlError('advanceSeconds must be a number greater than 0')
  }
  return advanceSeconds
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' ? status : 500
}
