/** Values that a schema accepts, chosen by a seed. */
import fc from 'fast-check'
import { kindOf, resolved, type Schema } from './description.ts'
import type { Pool } from './pool.ts'
import type { Random } from './random.ts'

export interface Choice {
  random: Random
  pool: Pool
}

const words = ['Ada', 'Sea view', 'Žižkov', '東京', 'garden 🌿', "O'Neill", 'x']
const dayMs = 86_400_000
const from = Date.UTC(2027, 0, 1)

export function valueOf(schema: Schema, name: string, choice: Choice): unknown {
  const { random } = choice
  const { anyOf, oneOf, allOf, ...plain } = resolved(schema)
  const alternatives = anyOf ?? oneOf
  if (alternatives) return valueOf({ ...random.pick(alternatives) }, name, choice)
  if (allOf) return Object.assign({}, ...allOf.map((part) => valueOf(part, name, choice))) as unknown
  if (plain.const !== undefined) return plain.const
  if (plain.enum) return random.pick(plain.enum)
  const types = [plain.type ?? []].flat().filter((type) => type !== 'null')
  if ([plain.type].flat().includes('null') && random.chance(0.15)) return null
  if (types.length === 0) return {}
  switch (random.pick(types)) {
    case 'object':
      return objectOf(plain, choice)
    case 'array':
      return listOf(plain, name, choice)
    case 'integer':
    case 'number':
      return numberOf(plain, name, choice)
    case 'boolean':
      return random.chance(0.5)
    case 'string':
      return textOf(plain, name, choice)
    default:
      return {}
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, choice: Choice): object {
  const share = choice.random.pick([0, 0.2, 0.6, 1])
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || choice.random.chance(share),
  )
  const free =
    typeof additionalProperties === 'object' && choice.random.chance(0.5)
      ? { [choice.random.pick(['name', 'en', 'custom'])]: valueOf(additionalProperties, '', choice) }
      : {}
  return { ...free, ...Object.fromEntries(chosen.map(([name, part]) => [name, valueOf(part, name, choice)])) }
}

function listOf({ items = {}, minItems = 0, maxItems = 3 }: Schema, name: string, choice: Choice): unknown[] {
  const length = choice.random.int(minItems, Math.max(minItems, Math.min(maxItems, 3)))
  return Array.from({ length }, () => valueOf(items, name, choice))
}

function numberOf(schema: Schema, name: string, { random, pool }: Choice): number {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? 0
  const high = schema.maximum ?? schema.exclusiveMaximum ?? 1000
  const kind = kindOf(name)
  if (kind !== null && schema.type === 'integer') {
    const id = Number(pool.pick([kind], random))
    if (Number.isSafeInteger(id) && id >= low && id <= high) return id
  }
  const whole = random.int(
    Math.ceil(low),
    Math.min(Math.floor(high), Math.ceil(low) + random.pick([1, 10, 500])),
  )
  if (whole === schema.exclusiveMinimum || whole === schema.exclusiveMaximum)
    return Math.floor((low + high) / 2)
  return whole
}

function textOf(schema: Schema, name: string, { random, pool }: Choice): string {
  const { format, pattern, minLength = 0, maxLength = 40, examples = [] } = schema
  const kind = kindOf(name)
  if (kind !== null) {
    const id = pool.pick([kind], random)
    if (pattern === undefined || new RegExp(pattern, 'u').test(id)) return id
  }
  const day = new Date(from + random.int(0, 400) * dayMs)
  if (format === 'date') return day.toISOString().slice(0, 10)
  if (format === 'date-time') return day.toISOString()
  if (format === 'email') return `guest${random.int(1, 99)}@example.com`
  if (format === 'uri') return 'https://example.com/there'
  if (format === 'uuid') return '0192f0c4-7c1e-4b6e-9a53-1f0e2d7c8a90'
  if (examples.length > 0 && random.chance(0.6)) return String(random.pick(examples))
  if (pattern !== undefined) {
    const [made = ''] = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), {
      seed: random.int(0, 2 ** 30),
      numRuns: 1,
    })
    return made.slice(0, maxLength)
  }
  return random.pick(words).padEnd(minLength, 'x').slice(0, maxLength)
}
