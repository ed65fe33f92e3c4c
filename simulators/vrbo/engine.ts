/**
 * Checks documents against the schema, runs them, and answers as the vendor does: errors inside a document come with
 * 200.
 */
import {
  buildSchema,
  execute,
  GraphQLEnumType,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
} from 'graphql'
import type { SimulatorTools, VendorAnswer } from '../kit/definition.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { Refusal } from '../kit/refusal.ts'
import { badDocument } from './answers.ts'
import { sdl } from './schema.ts'

export interface GraphqlRequest {
  query: string
  operationName?: string | null
  variables?: Readonly<Record<string, unknown>> | null
}

/** Calls per second by kind; a list read for several homes counts once for each. */
const perSecond: Readonly<Record<string, number>> = {
  'Query.property': 150,
  'Property.reservations': 30,
  'Mutation.reservations': 50,
  'Property.messaging': 45,
  'Property.reviews': 50,
  'Query.notifications': 10,
}

export class Engine {
  readonly #schema = buildSchema(sdl)
  readonly #tools: SimulatorTools
  readonly #windows = new Map<string, RateWindow>()
  readonly #parsed = new Map<string, DocumentNode | GraphQLError[]>()

  constructor(tools: SimulatorTools) {
    this.#tools = tools
    const statuses = this.#schema.getType('ReservationStatus')
    // Vendors add words after a schema is published, and callers must stand that.
    if (statuses instanceof GraphQLEnumType) statuses.serialize = String
  }

  /** Counts a call of this kind. A call beyond the limit fails alone, and the rest of the answer comes. */
  count(source: string): void {
    const limit = perSecond[source]
    if (limit === undefined || !this.#tools.limitsRates) return
    const window = this.#windows.get(source) ?? new RateWindow(limit, 1000)
    this.#windows.set(source, window)
    const nowMs = this.#tools.clock.nowMs()
    if (window.isFull('client', nowMs)) {
      throw new GraphQLError(`Rate limit exceeded. Try again in 1 seconds.`, {
        extensions: { code: 'RATE_LIMIT_EXCEEDED', source },
      })
    }
    window.take('client', nowMs)
  }

  async answer({ query, operationName, variables }: GraphqlRequest, roots: object): Promise<VendorAnswer> {
    const document = this.#read(query)
    if (Array.isArray(document)) return badDocument(document)
    const { data, errors } = await execute({
      schema: this.#schema,
      document,
      rootValue: roots,
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    })
    const refused = errors?.find(({ originalError }) => originalError instanceof Refusal)?.originalError
    if (refused instanceof Refusal) return refused.answer
    // Wrong variables are found before anything runs, so there is no data.
    if (data === undefined) return badDocument(errors ?? [])
    return { status: 200, body: { data, ...(errors === undefined ? {} : { errors }) } }
  }

  #read(query: string): DocumentNode | GraphQLError[] {
    const known = this.#parsed.get(query)
    if (known !== undefined) return known
    const read = this.#parse(query)
    this.#parsed.set(query, read)
    return read
  }

  #parse(query: string): DocumentNode | GraphQLError[] {
    try {
      const document = parse(query)
      const mistakes = validate(this.#schema, document)
      return mistakes.length === 0 ? document : [...mistakes]
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }
}

/** Fails a part of a document with an error inside the answer. */
export function wrong(message: string, code: string): never {
  throw new GraphQLError(message, { extensions: { code } })
}
