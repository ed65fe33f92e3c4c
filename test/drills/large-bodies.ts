/** The largest bodies that a route takes: of every form that costs something else, made of what its schema says and of nothing it says. */
import { usualShape } from '../../src/http/body-shape.ts'
import { routes } from '../../src/features/routes.ts'
import { resolved, type Operation, type Schema } from './description.ts'
import { valueOf, type Choice } from './shapes.ts'

const usualBytes = 1024 * 1024
const keylessBytes = 64 * 1024

export interface LargeBody {
  form: string
  text: string
}

function limitsOf({ id }: Operation) {
  const route = routes.find((one) => one.id === id)
  const isKeyless = route?.auth === 'none' || route?.capability !== undefined
  const bytes = route?.bodyLimit ?? (isKeyless ? keylessBytes : usualBytes)
  return { bytes: bytes - 4_096, ...usualShape, ...route?.bodyShape }
}

type Limits = ReturnType<typeof limitsOf>

/** As often as bytes and values allow. */
const repeated = (part: string, values: number, limits: Limits) =>
  Array.from(
    {
      length: Math.max(
        1,
        Math.min(Math.floor(limits.bytes / (part.length + 1)), Math.floor((limits.values - 50) / values)),
      ),
    },
    () => part,
  ).join()

function membersOf(name: (at: number) => string, limits: Limits): string {
  const count = Math.min(limits.values - 50, Math.floor(limits.bytes / (name(0).length + 5)))
  return Array.from({ length: count }, (_, at) => `"${name(at)}":1`).join()
}

/** By what is costly about it: values that stand where a field has one. */
const forms: Record<string, (limits: Limits) => string> = {
  nested: (limits) => {
    const depth = limits.depth - 3
    return `[${repeated('['.repeat(depth) + ']'.repeat(depth), depth, limits)}]`
  },
  flat: (limits) => `[${repeated('1', 1, limits)}]`,
  records: (limits) => `[${repeated('{"id":"1","a":null}', 3, limits)}]`,
  wide: (limits) => `{${membersOf((at) => `f${at}`, limits)}}`,
  'long names': (limits) => `{${membersOf((at) => `${at}`.padEnd(limits.nameBytes, 'n'), limits)}}`,
  'long text': ({ bytes }) => `"${'x'.repeat(bytes)}"`,
  'long foreign text': ({ bytes }) => `"${'é'.repeat(bytes / 2)}"`,
  texts: (limits) =>
    `[${repeated(`"${'y'.repeat(Math.max(1, Math.floor(limits.bytes / limits.values)))}"`, 1, limits)}]`,
  digits: ({ bytes }) => '1'.repeat(bytes),
}

/** As many valid entries in each list as its schema allows. */
function filled(schema: Schema, name: string, choice: Choice, limits: Limits): unknown {
  const plain = resolved(schema)
  if (plain.type === 'array') {
    const one = () => valueOf(plain.items ?? {}, name, choice)
    const size = JSON.stringify(one()).length + 60
    const length = Math.min(plain.maxItems ?? 10_000, Math.floor(limits.bytes / size / 2), 20_000)
    return Array.from({ length }, one)
  }
  if (plain.type !== 'object' || !plain.properties) return valueOf(schema, name, choice)
  return Object.fromEntries(
    Object.entries(plain.properties).map(([field, part]) => [field, filled(part, field, choice, limits)]),
  )
}

/** What was made for some limits is made for all operations that have them. */
const made = new Map<string, string>()
function formed(form: string, limits: Limits): string {
  const key = JSON.stringify([form, limits])
  const text = made.get(key) ?? forms[form]?.(limits) ?? '{}'
  made.set(key, text)
  return text
}

/** So many of the forms, each in one field; `all`: each in each field, which takes its time. */
export function largeBodies(operation: Operation, choice: Choice, count: number | 'all'): LargeBody[] {
  const limits = limitsOf(operation)
  const schema = operation.body && resolved(operation.body)
  const fields = Object.keys(schema?.properties ?? {})
  const good = (schema ? valueOf(schema, '', choice) : {}) as Record<string, unknown>
  const within = (field: string, value: string) => {
    const others = Object.entries(good).filter(([name]) => name !== field)
    const parts = others.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`)
    return `{${[...parts, `${JSON.stringify(field)}:${value}`].join()}}`
  }
  const names = Object.keys(forms)
  const from = choice.random.int(0, names.length - 1)
  const chosen = count === 'all' ? names : [...names, ...names].slice(from, from + count)
  const inFields = chosen.flatMap((form) => {
    const places = fields.length === 0 ? ['body'] : count === 'all' ? fields : [choice.random.pick(fields)]
    return places.map((field) => ({ form: `${form} in ${field}`, text: within(field, formed(form, limits)) }))
  })
  const whole = { form: 'wide body', text: formed('wide', limits) }
  const full = schema
    ? [{ form: 'full lists', text: JSON.stringify(filled(schema, '', choice, limits)) }]
    : []
  return [...inFields, whole, ...full]
}
