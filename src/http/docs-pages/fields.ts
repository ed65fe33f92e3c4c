/** Schemas as nested lists of fields. */
import type { OpenApiDocument } from '../openapi.ts'
import type { JsonSchema } from '../openapi/named-schemas.ts'
import { Html, html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

const maxDepth = 8

export type Components = OpenApiDocument['components']

const nameIn = (schema: JsonSchema) => schema.$ref?.split('/').at(-1)

/** The schema behind a reference, with what is said where it is used. */
function resolved(schema: JsonSchema, components: Components): JsonSchema {
  const name = nameIn(schema)
  if (!name) return schema
  const { $ref: _, ...said } = schema
  return { ...components.schemas[name], ...said }
}

const isNull = (schema: JsonSchema) => schema.type === 'null'

/** `anyOf` with null is a value that may be null, not a choice. */
function alternatives(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? []).filter((option) => !isNull(option))
}

function typeText(given: JsonSchema, components: Components): string {
  const schema = resolved(given, components)
  const options = alternatives(schema)
  const nullable = schema.anyOf?.some(isNull) ? ' or null' : ''
  if (options.length > 0) return options.map((option) => typeText(option, components)).join(' or ') + nullable
  const types = [schema.type ?? 'any'].flat()
  const named = types.map((type) =>
    type === 'array' && schema.items ? `array of ${typeText(schema.items, components)}` : type,
  )
  return `${named.join(' or ')}${schema['format'] ? ` (${String(schema['format'])})` : ''}`
}

const ranges = [
  { least: 'minimum', most: 'maximum', unit: '' },
  { least: 'minLength', most: 'maxLength', unit: ' characters' },
  { least: 'minItems', most: 'maxItems', unit: ' items' },
]

/** `1 to 200 characters` */
function limitsText(schema: JsonSchema): string {
  const texts = ranges.flatMap(({ least, most, unit }) => {
    const [from, to] = [schema[least], schema[most]]
    if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
    if (from !== undefined) return [`at least ${from}${unit}`]
    return to === undefined ? [] : [`at most ${to}${unit}`]
  })
  return texts.join(', ')
}

function valuesText(schema: JsonSchema): Html | undefined {
  const values = (schema.enum ?? []).filter((value) => value !== null)
  if (values.length === 0 || values.length > 20) return undefined
  return html`<p class="soft">
    One of ${values.map((value, i) => html`${i > 0 ? ', ' : ''}<code>${String(value)}</code>`)}
  </p>`
}

/** What is inside a value: the fields of an object, of the items of an array, or of each alternative. */
function insides(given: JsonSchema, components: Components, depth: number): Html | undefined {
  const schema = resolved(given, components)
  if (depth > maxDepth) return undefined
  if (schema.items) return insides(schema.items, components, depth)
  const options = alternatives(schema)
  if (options.length === 1 && options[0]) return insides(options[0], components, depth)
  if (options.length > 1) return choices(options, components, depth)
  return schema.properties && Object.keys(schema.properties).length > 0
    ? fieldList(schema, components, depth)
    : undefined
}

function choices(options: readonly JsonSchema[], components: Components, depth: number): Html | undefined {
  const shown = options.flatMap((option) => {
    const inside = insides(option, components, depth + 1)
    const { description } = resolved(option, components)
    return inside ? [{ title: description ?? nameIn(option) ?? 'object', inside }] : []
  })
  if (shown.length === 0) return undefined
  return html`${shown.map(
    ({ title, inside }) =>
      html`<p class="soft">${inlineMarkdown(title)}</p>
        ${inside}`,
  )}`
}

function fieldList(schema: JsonSchema, components: Components, depth: number): Html {
  const required = new Set(schema.required)
  return html`<ul class="fields">
    ${Object.entries(schema.properties ?? {}).map(([name, property]) =>
      field(
        { name, schema: property, badge: required.has(name) ? undefined : 'optional' },
        components,
        depth,
      ),
    )}
  </ul>`
}

export interface Field {
  name: string
  schema: JsonSchema
  badge?: 'required' | 'optional' | undefined
  description?: string | undefined
  deprecated?: boolean | undefined
}

export function field(given: Field, components: Components, depth = 0): Html {
  const schema = resolved(given.schema, components)
  const description = given.description ?? schema.description
  const old = given.deprecated ?? schema.deprecated
  const inside = insides(given.schema, components, depth + 1)
  const limit = limitsText(schema)
  return html`<li${old ? new Html(' class="old"') : ''}>
    <span class="name">${given.name}</span><span class="type">${typeText(given.schema, components)}</span>${
      given.badge && html`<span class="badge ${given.badge}">${given.badge}</span>`
    }${old && html`<span class="badge">deprecated</span>`}
    ${description && html`<p>${inlineMarkdown(description)}</p>`}${valuesText(schema)}${
      limit && html`<p class="soft">${limit}</p>`
    }
    ${
      inside &&
      html`<details>
        <summary>Fields of <code>${given.name}</code></summary>
        ${inside}
      </details>`
    }
  </li>`
}

/** The fields of a body or reply. */
export function fields(schema: JsonSchema, components: Components): Html {
  return insides(schema, components, 0) ?? html`<p class="soft">${typeText(schema, components)}</p>`
}
