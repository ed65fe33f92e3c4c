import type { FastifyInstance } from 'fastify'
import { ControlError } from '../kit/control-error.ts'
import { refuse } from '../kit/server.ts'
import { mistakeIn } from '../kit/strict.ts'
import { failure } from './envelope.ts'
import { requests } from './requests.ts'

class UntakenFieldError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Refuses this element of a list because of a field; other elements are still taken. */
export function untaken(field: string, message: string): never {
  throw new UntakenFieldError(field, message)
}

/** Returns the row a field names, or refuses the element. */
export function heldAs<T>(row: T | undefined, field: string, message: string): T {
  return row === undefined ? untaken(field, message) : row
}

type Lists = '/bookings' | '/bookings/messages' | '/inventory/rooms/calendar' | '/properties'

/** Lists are answered in order with 201, even if nothing in them was taken. */
export function listRoute<Item>(
  app: FastifyInstance,
  path: Lists,
  actionOf: (item: Item) => string,
  write: (item: Item) => { new: object } | { modified: object },
): void {
  const judged = (item: Item): object => {
    const refused = (field: string, message: string) => ({
      success: false,
      errors: [{ action: actionOf(item), field, message }],
    })
    const mistake = mistakeIn(requests[`POST ${path}`].each, item)
    if (mistake !== undefined) return refused(mistake.at, mistake.text)
    try {
      return { success: true, ...write(item) }
    } catch (error) {
      if (error instanceof UntakenFieldError) return refused(error.field, error.message)
      if (error instanceof ControlError) return refused('', error.message)
      throw error
    }
  }
  app.post<{ Body: Item[] }>(path, ({ body }, reply) => {
    if (!Array.isArray(body)) refuse(failure(400, 'A list is expected'))
    return reply.code(201).send(body.map(judged))
  })
}
