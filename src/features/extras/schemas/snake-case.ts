/**
 * The built-in shape: every field of a record by its name in snake case, its value as it is. Which names are fields the
 * schema of the reply says: what stands in open objects is data and stays as it is. Pure.
 */
import type { TSchema } from 'typebox'

type Convert = (value: unknown) => unknown

interface Shown {
  properties?: Record<string, Shown>
  items?: Shown
  anyOf?: Shown[]
  oneOf?: Shown[]
}

const asItIs: Convert = (value) => value

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (capitals, at: number) =>
    at === 0 ? capitals.toLowerCase() : `_${capitals.toLowerCase()}`,
  )

function fieldsOf(properties: Record<string, Shown>): Convert {
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

function converter({ properties, items, anyOf = [], oneOf = [] }: Shown): Convert {
  const choices = [...anyOf, ...oneOf]
  // Of a union, the fields of all that it can be.
  const all = Object.assign({}, properties, ...choices.map((choice) => choice.properties)) as Record<
    string,
    Shown
  >
  if (Object.keys(all).length > 0) return fieldsOf(all)
  const element = items ?? choices.find((choice) => choice.items)?.items
  if (!element) return asItIs
  const convert = converter(element)
  return convert === asItIs
    ? asItIs
    : (value) => (Array.isArray(value) ? value.map((one) => convert(one)) : value)
}

export const toSnakeCase = (record: TSchema): Convert => converter(record as Shown)
