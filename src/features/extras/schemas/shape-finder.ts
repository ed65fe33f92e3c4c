/**
 * Which shape a name means. A schema is looked up for every request that names one, so that a change holds at once in every
 * process; what is remembered is the work of compiling it.
 */
import type { TSchema } from 'typebox'
import { schemaNamePattern, snakeSchemas } from '../../../contract/response-schema.ts'
import type { Route, ShapedKind } from '../../../http/route.ts'
import type { AnswerShape, ShapeFinder } from '../../../http/shaped.ts'
import { wholeWorkspace } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { chosenSchema } from './queries.ts'
import { compileMappings, type SchemaMappings, type RenderRecord } from './rules.ts'
import type {
  DerivedFields,
  ExpressionRecord,
  ExpressionValue,
} from '../../../platform/expressions/compile.ts'

/**
 * The built-in shape: every field of a record by its name in snake case, its value as it is. Which names are fields the
 * schema of the reply says: what stands in open objects is data and stays as it is. Pure.
 */
type Convert = (value: unknown) => unknown

interface ReplySchema {
  properties?: Record<string, ReplySchema>
  items?: ReplySchema
  anyOf?: ReplySchema[]
  oneOf?: ReplySchema[]
}

const asItIs: Convert = (value) => value

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (capitals, at: number) =>
    at === 0 ? capitals.toLowerCase() : `_${capitals.toLowerCase()}`,
  )

function fieldsOf(properties: Record<string, ReplySchema>): Convert {
  const fields = new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { name: snakeCase(name), convert: converter(schema) },
    ]),
  )
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const field = fields.get(key)
        return field ? [field.name, field.convert(part)] : [key, part]
      }),
    )
  }
}

function converter({ properties, items, anyOf = [], oneOf = [] }: ReplySchema): Convert {
  const choices = [...anyOf, ...oneOf]
  // Of a union, the fields of all that it can be.
  const all = Object.assign({}, properties, ...choices.map((choice) => choice.properties)) as Record<
    string,
    ReplySchema
  >
  if (Object.keys(all).length > 0) return fieldsOf(all)
  const element = items ?? choices.find((choice) => choice.items)?.items
  if (!element) return asItIs
  const convert = converter(element)
  return convert === asItIs
    ? asItIs
    : (value) => (Array.isArray(value) ? value.map((one) => convert(one)) : value)
}

const toSnakeCase = (record: TSchema): Convert => converter(record as ReplySchema)

/** Characters of expressions that are kept compiled: some tens of megabytes at most. */
const mostRemembered = 300_000

interface CompiledSchema {
  id: string
  version: number
  render: RenderRecord
  characters: number
}

function compiledSchemas() {
  const entries = new Map<string, CompiledSchema>()
  let characters = 0
  const drop = (place: string) => {
    characters -= entries.get(place)?.characters ?? 0
    entries.delete(place)
  }
  return {
    get: (place: string) => entries.get(place),
    set(place: string, entry: CompiledSchema): void {
      drop(place)
      // The oldest first.
      for (const other of entries.keys()) {
        if (characters + entry.characters <= mostRemembered) break
        drop(other)
      }
      entries.set(place, entry)
      characters += entry.characters
    },
    drop,
  }
}

const namePattern = new RegExp(schemaNamePattern)

/** The record of an answer, or of each row of a list. */
function recordOf({ reply }: Route<Services>) {
  const { properties } = reply as {
    properties?: { data?: { items?: typeof reply }; pagination?: typeof reply }
  }
  return (properties?.pagination && properties.data?.items) ?? reply
}

export function createShapeFinder({ db }: Pick<Services, 'db'>): ShapeFinder<Services> {
  const compiled = compiledSchemas()
  const snakes = new Map<string, ReturnType<typeof toSnakeCase>>()

  function snakeOf(route: Route<Services>): AnswerShape['render'] {
    const convert = snakes.get(route.id) ?? toSnakeCase(recordOf(route))
    snakes.set(route.id, convert)
    return (record) => JSON.stringify(convert(record))
  }

  return async (asked, name, route) => {
    if ((snakeSchemas as readonly string[]).includes(name)) return { name, render: snakeOf(route) }
    if (!namePattern.test(name)) return null
    const scope = wholeWorkspace(asked)
    const place = `${scope.workspaceId}/${name}`
    const known = compiled.get(place)
    const chosen = await chosenSchema(db, scope, name, known)
    if (!chosen) {
      compiled.drop(place)
      return null
    }
    const { id, version, mappings } = chosen
    const render = mappings === null ? known?.render : compileMappings(JSON.parse(mappings) as SchemaMappings)
    if (!render) return null
    if (mappings !== null) compiled.set(place, { id, version, render, characters: mappings.length })
    const derived = derivedValuesFor(route.shaped as ShapedKind)
    return { name, version: `${id}.${version}`, render: (record) => render(record, derived) }
  }
}

const dayMs = 86_400_000

function nights({ checkIn, checkOut }: ExpressionRecord): ExpressionValue {
  const count = (Date.parse(String(checkOut)) - Date.parse(String(checkIn))) / dayMs
  return Number.isInteger(count) ? count : null
}

function priceOfNights({ financials }: ExpressionRecord): ExpressionValue {
  const { host } = (financials ?? {}) as { host?: { accommodation?: number } }
  return host?.accommodation ?? null
}

const none: DerivedFields = new Map()

const derived: Partial<Record<ShapedKind, DerivedFields>> = {
  reservation: new Map<string, (record: ExpressionRecord) => ExpressionValue>([
    ['nights', nights],
    // Older names of what the record has.
    ['propertyId', ({ listingId }) => (listingId as string | undefined) ?? null],
    ['financials.breakdown.basePrice', priceOfNights],
  ]),
}

/** Values that no record has by itself and schemas may name all the same. */
const derivedValuesFor = (kind: ShapedKind): DerivedFields => derived[kind] ?? none
