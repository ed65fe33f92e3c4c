/** Renders schemas as nested lists of fields. */
import type { JsonSchema } from '../openapi/named-schemas.ts'
import { Html, html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'
import {
  alternativesOf,
  limitsText,
  resolvedSchema,
  schemaName,
  typeText,
  type SchemaComponents,
} from './schema-words.ts'

const maxDepth = 8

export interface FieldScope {
  components: SchemaComponents
  /** These ids are on the page already: two alternatives can have a field of one name. */
  taken: Set<string>
  /** The fields belong to what has this id: `createReservation.body`. */
  id: string
  depth?: number
}

const below = (scope: FieldScope, name?: string): FieldScope => ({
  ...scope,
  id: name === undefined ? scope.id : `${scope.id}.${name}`,
  depth: (scope.depth ?? 0) + 1,
})

/** Only the first field of a name can be linked to. */
function takeId({ taken, id }: FieldScope, name: string): string | undefined {
  const own = `${id}.${name}`
  if (taken.has(own)) return undefined
  taken.add(own)
  return own
}

function valuesText(schema: JsonSchema): Html | undefined {
  const values = (schema.enum ?? []).filter((value) => value !== null)
  if (values.length === 0 || values.length > 20) return undefined
  return html`<p class="soft">
    One of ${values.map((value, i) => html`${i > 0 ? ', ' : ''}<code>${String(value)}</code>`)}
  </p>`
}

/** Renders a value's inside: the fields of an object, of an array's items, or of each alternative. */
function insides(value: JsonSchema, scope: FieldScope): Html | undefined {
  const { components, depth = 0 } = scope
  const schema = resolvedSchema(value, components)
  if (depth > maxDepth) return undefined
  if (schema.items) return insides(schema.items, scope)
  const options = alternativesOf(schema)
  if (options.length === 1 && options[0]) return insides(options[0], scope)
  if (options.length > 1) return choices(options, scope)
  return schema.properties && Object.keys(schema.properties).length > 0 ? fieldList(schema, scope) : undefined
}

function choices(options: readonly JsonSchema[], scope: FieldScope): Html | undefined {
  const parts = options.flatMap((option) => {
    const inside = insides(option, below(scope))
    const { description } = resolvedSchema(option, scope.components)
    return inside ? [{ title: description ?? schemaName(option) ?? 'object', inside }] : []
  })
  if (parts.length === 0) return undefined
  return html`${parts.map(
    ({ title, inside }) =>
      html`<p class="soft">${inlineMarkdown(title)}</p>
        ${inside}`,
  )}`
}

function fieldList(schema: JsonSchema, scope: FieldScope): Html {
  const required = new Set(schema.required)
  return html`<ul class="fields">
    ${Object.entries(schema.properties ?? {}).map(([name, property]) =>
      field({ name, schema: property, required: required.has(name) }, scope),
    )}
  </ul>`
}

interface FieldDescription {
  name: string
  schema: JsonSchema
  required: boolean
  description?: string | undefined
  deprecated?: boolean | undefined
}

export function field(fieldDescription: FieldDescription, scope: FieldScope): Html {
  const schema = resolvedSchema(fieldDescription.schema, scope.components)
  const description = fieldDescription.description ?? schema.description
  const old = fieldDescription.deprecated ?? schema.deprecated
  const id = takeId(scope, fieldDescription.name)
  const inside = insides(fieldDescription.schema, below(scope, fieldDescription.name))
  const limit = limitsText(schema)
  const mark = fieldDescription.required ? 'required' : 'optional'
  return html`<li${id !== undefined && html` id="${id}"`}${old && new Html(' class="old"')}>
    ${
      id === undefined
        ? html`<span class="name">${fieldDescription.name}</span>`
        : html`<a class="name" href="#${id}">${fieldDescription.name}</a>`
    }<span class="type">${typeText(fieldDescription.schema, scope.components)}</span
    ><span class="badge ${mark}">${mark}</span>${old && html`<span class="badge">deprecated</span>`}
    ${description && html`<p>${inlineMarkdown(description)}</p>`}${valuesText(schema)}${
      limit && html`<p class="soft">${limit}</p>`
    }
    ${
      inside &&
      html`<details>
        <summary>Fields of <code>${fieldDescription.name}</code></summary>
        ${inside}
      </details>`
    }
  </li>`
}

export function fields(schema: JsonSchema, scope: FieldScope): Html {
  return insides(schema, scope) ?? html`<p class="soft">${typeText(schema, scope.components)}</p>`
}
