/**
 * Turns route schemas into `components/schemas`. Schemas are compared by content, because making one optional copies it; equal content
 * becomes a reference to the contract's schema.
 */
import type { TSchema } from 'typebox'

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  deprecated?: boolean
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  /** In a union this field's value selects the schema. */
  discriminator?: { propertyName: string; mapping?: Record<string, string> }
  additionalProperties?: boolean | JsonSchema
  enum?: unknown[]
  [keyword: string]: unknown
}

/** These keywords are our own and mean nothing to readers of the document. */
const ownKeywords = ['caseInsensitive']

const isNoExample = (key: string, value: unknown) =>
  key === 'examples' && Array.isArray(value) && value.length === 0

/** Drops hidden properties of the schema library, so that plain JSON is left. */
export function plain(schema: TSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      ownKeywords.includes(key) || isNoExample(key, value) ? undefined : value,
    ),
  ) as JsonSchema
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}

/** Ignores descriptions and deprecations, which only concern a schema's use. */
function fingerprint({ description: _, deprecated: __, ...schema }: JsonSchema): string {
  return JSON.stringify(sorted(schema))
}

/** An enum this long gets a name of its own. */
const longList = 20
const worthAName = ({ properties, anyOf, oneOf, enum: values = [] }: JsonSchema) =>
  Boolean(properties ?? anyOf ?? oneOf) || values.length >= longList

function withoutNull(schema: JsonSchema): JsonSchema | undefined {
  if (!Array.isArray(schema.type) || !schema.type.includes('null')) return undefined
  const types = schema.type.filter((type) => type !== 'null')
  return { ...schema, type: types.length === 1 ? (types[0] as string) : types }
}

/** Maps values of the discriminator to named schemas. */
function mappingOf(property: string, schemas: readonly JsonSchema[], references: readonly JsonSchema[]) {
  return Object.fromEntries(
    schemas.flatMap(({ properties }, at) =>
      (properties?.[property]?.enum ?? []).map((value) => [String(value), references[at]?.$ref ?? '']),
    ),
  )
}

export interface NamedSchemas {
  /** Names a schema unless it has a name; returns the name. */
  name(schema: TSchema, proposal: string): string
  /** Returns the schema with references; what it refers to becomes components. */
  refer(schema: TSchema): JsonSchema
  nameOf(schema: TSchema): string | undefined
  /** Returns all referenced schemas by name. */
  components(): Record<string, JsonSchema>
}

export function namedSchemas(contract: Record<string, TSchema>): NamedSchemas {
  const names = new Map<string, string>()
  const schemas = new Map<string, JsonSchema>()
  const used = new Map<string, JsonSchema | undefined>()

  function add(proposal: string, schema: JsonSchema): string {
    const name = names.get(fingerprint(schema))
    if (name) return name
    if (schemas.has(proposal)) throw new Error(`Two different schemas would be called ${proposal}.`)
    names.set(fingerprint(schema), proposal)
    schemas.set(proposal, schema)
    return proposal
  }

  function use(name: string, schema: JsonSchema): JsonSchema {
    const own = schemas.get(name)
    if (!used.has(name) && own) {
      // The name is entered before its parts, so that recursion ends.
      used.set(name, undefined)
      used.set(name, inside(own))
    }
    const { description, deprecated } = schema
    return {
      $ref: `#/components/schemas/${name}`,
      ...(description !== undefined && description !== own?.description ? { description } : {}),
      ...(deprecated ? { deprecated } : {}),
    }
  }

  function inside(schema: JsonSchema): JsonSchema {
    const { properties, items, anyOf, oneOf, discriminator, additionalProperties } = schema
    const choices = oneOf?.map(walk)
    return {
      ...schema,
      ...(properties
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([key, part]) => [key, walk(part)]),
            ),
          }
        : {}),
      ...(items ? { items: walk(items) } : {}),
      ...(anyOf ? { anyOf: anyOf.map(walk) } : {}),
      ...(choices ? { oneOf: choices } : {}),
      ...(oneOf && choices && discriminator
        ? {
            discriminator: {
              ...discriminator,
              mapping: mappingOf(discriminator.propertyName, oneOf, choices),
            },
          }
        : {}),
      ...(typeof additionalProperties === 'object'
        ? { additionalProperties: walk(additionalProperties) }
        : {}),
    }
  }

  function walk(schema: JsonSchema): JsonSchema {
    const name = names.get(fingerprint(schema))
    if (name) return use(name, schema)
    const present = withoutNull(schema)
    const presentName = present && names.get(fingerprint(present))
    if (present && presentName) {
      const { description, ...reference } = use(presentName, present)
      return {
        anyOf: [reference, { type: 'null' }],
        ...(description ? { description } : {}),
      }
    }
    return inside(schema)
  }

  for (const [name, schema] of Object.entries(contract).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const json = plain(schema)
    if (worthAName(json) && !names.has(fingerprint(json))) add(name, json)
  }

  return {
    name: (schema, proposal) => add(proposal, plain(schema)),
    nameOf: (schema) => names.get(fingerprint(plain(schema))),
    refer: (schema) => walk(plain(schema)),
    components: () =>
      Object.fromEntries(
        [...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => [name, schema ?? {}]),
      ),
  }
}
