/** Checks a simulator's answers against the vendor's own description, if this machine has one. */
import { Ajv, type ValidateFunction } from 'ajv'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

export type Json = SchemaFields | Json[] | string | number | boolean | null
export type SchemaFields = { [name: string]: Json }
type Body = { content?: Record<string, { schema?: Json }> }

interface Operation {
  requestBody?: Body
  responses?: Record<string, Body>
}

export interface Description {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components?: Json
}

/** An answer and its place in the description: status 200 of a GET unless it says otherwise. */
export interface ConformanceSample {
  /** The path in the description, or a webhook's name if `side` says so. */
  template: string
  value: unknown
  method?: string
  status?: number
  side?: 'answer' | 'request' | 'webhook'
  /** Picks a part of the described schema, if its lists are wrapped differently than the answers. */
  part?: (schema: Json) => Json
}

export interface Conformance {
  /** File names in VENDOR_SPECS_DIR. */
  files: readonly string[]
  /** Corrects mistakes of the description in one schema; `name` is the property it describes. */
  mend?: (schema: SchemaFields, name: string) => SchemaFields
  /** Corrects the description as a whole. */
  mendAll?: (description: Description) => void
  walk: (t: TestContext) => AsyncIterable<ConformanceSample>
  /** How many kinds of answers the walk must check, so that none is lost unnoticed. */
  kinds: number
  /** A wrong value, which the check must notice. */
  wrong: ConformanceSample
}

export function conformance(sample: Conformance): void {
  test('every answer of a full walk is as the vendor describes it', async (t) => {
    const files = sample.files.map((name) => join(process.env.VENDOR_SPECS_DIR ?? '', name))
    const missing = files.find((file) => !existsSync(file))
    if (missing !== undefined) {
      const line = `!!! SKIPPED: no vendor description at ${missing}; set VENDOR_SPECS_DIR to check conformance`
      console.warn(line)
      t.diagnostic(line)
      return
    }
    const descriptions = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Description)
    for (const description of descriptions) sample.mendAll?.(description)
    const validatorFor = validators(descriptions, sample.mend ?? ((schema) => schema))
    const checked = new Map<string, number>()
    for await (const exchange of sample.walk(t)) {
      const { key, validate } = validatorFor(exchange)
      const problems = () =>
        (validate.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message}`)
      const excerpt = () => `${problems().join('; ')} in ${JSON.stringify(exchange.value).slice(0, 600)}`
      assert.ok(validate(exchange.value), `${key}: ${validate.errors ? excerpt() : ''}`)
      checked.set(key, (checked.get(key) ?? 0) + 1)
    }
    assert.equal(checked.size, sample.kinds, [...checked.keys()].join('\n'))
    const total = checked.values().reduce((sum, count) => sum + count, 0)
    t.diagnostic(`${total} of ${checked.size} kinds checked`)
    const wrong = validatorFor(sample.wrong)
    assert.equal(wrong.validate(sample.wrong.value), false, 'a wrong value has to be noticed')
  })
}

function validators(descriptions: readonly Description[], mend: NonNullable<Conformance['mend']>) {
  const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true })
  const compiled = new Map<string, ValidateFunction>()
  const components = descriptions.map((description) => lenient(description.components ?? {}, mend))
  return ({
    template,
    method = 'get',
    status = 200,
    side = 'answer',
    part = (schema) => schema,
  }: ConformanceSample) => {
    const key = `${method} ${template} ${status} ${side}`
    const known = compiled.get(key)
    if (known !== undefined) return { key, validate: known }
    const bodies = descriptions.map(({ paths, webhooks }) => {
      if (side === 'webhook') return webhooks?.[template]?.post?.requestBody
      const operation = paths[template]?.[method]
      return side === 'request' ? operation?.requestBody : operation?.responses?.[String(status)]
    })
    const place = bodies.findIndex((body) => body?.content !== undefined)
    const schema = Object.values(bodies[place]?.content ?? {})[0]?.schema
    assert.ok(schema !== undefined, `the description has no ${key}`)
    const validate = ajv.compile({
      ...(lenient(part(schema), mend) as SchemaFields),
      components: components[place],
    } as object)
    compiled.set(key, validate)
    return { key, validate }
  }
}

/** Reads descriptions leniently: anything may be null, and formats and examples are ignored. */
function lenient(schema: Json, mend: NonNullable<Conformance['mend']>, name = ''): Json {
  if (Array.isArray(schema)) return schema.map((item) => lenient(item, mend))
  if (typeof schema !== 'object' || schema === null) return schema
  const mended = mend(schema, name)
  const {
    nullable: _nullable,
    format: _format,
    example: _example,
    description: _description,
    ...rest
  } = mended
  const { type, enum: words, properties, oneOf, ...others } = rest
  const fields = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, lenient(value, mend)]))
  if (typeof properties === 'object' && properties !== null && !Array.isArray(properties)) {
    // A property's name is no keyword of the schema, whatever it is.
    const read = Object.entries(properties).map(([field, value]) => [field, lenient(value, mend, field)])
    fields.properties = Object.fromEntries(read) as SchemaFields
  }
  // Null fits both sides, so `oneOf` would refuse it.
  if (Array.isArray(oneOf)) fields.anyOf = lenient(oneOf, mend)
  if (Array.isArray(words)) fields.enum = [...new Set([...words, null])]
  const types = [type].flat().filter((one) => typeof one === 'string')
  if (types.length > 0) fields.type = [...new Set([...types, 'null'])]
  return fields
}
