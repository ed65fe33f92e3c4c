import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kit/refusal.ts'
import { failure } from './answers.ts'
import type { Collection, CollectionEntry } from './collection.ts'
import { fieldOf, lists, type ListSpec } from './lists.ts'
import { bodyOf, idsOf, intervalOf, pageOf, type Body } from './requests.ts'
import type { Store } from './store.ts'

export function listRoutes(app: FastifyInstance, store: Store): void {
  for (const [path, spec] of Object.entries(lists)) {
    app.post(`/${path}`, (request) => answer(store, path, spec, bodyOf(request.body)))
  }
}

/** `ageCategories/getAll` gives `AgeCategories`. */
const nameOf = (path: string) => path.charAt(0).toUpperCase() + path.slice(1, path.indexOf('/'))

function answer(store: Store, path: string, spec: ListSpec, body: Body): object {
  if (spec.oneOf?.every((name) => body[name] === undefined || body[name] === null)) {
    throw new Refusal(failure(400, `At least one of ${spec.oneOf.join(', ')} has to be specified.`))
  }
  const tests = testsOf(store, spec, body)
  const { rows: found, Cursor } = pageOf(
    body,
    store[spec.rows] as unknown as Collection<CollectionEntry>,
    (row) => tests.every((passes) => passes(row as unknown as Record<string, unknown>)),
  )
  return { [nameOf(path)]: found.map((row) => without(row, spec.hidden ?? [])), Cursor }
}

type Test = (row: Record<string, unknown>) => boolean

function testsOf(store: Store, spec: ListSpec, body: Body): Test[] {
  const tests: Test[] = []
  const { ids = [], named = {}, words = [], intervals = [], passes } = spec
  const idFields = [...ids.map((name) => [name, fieldOf(name)] as const), ...Object.entries(named)]
  for (const [name, field] of idFields) {
    const filter = idsOf(body, name)
    if (filter !== undefined) tests.push((row) => filter.has(String(row[field])))
  }
  for (const name of words) {
    const filter = body[name]
    if (Array.isArray(filter)) tests.push((row) => filter.includes(row[fieldOf(name)]))
  }
  for (const name of intervals) {
    const filter = intervalOf(body, name)
    if (filter === undefined) continue
    // The start belongs to the interval, the end does not.
    tests.push((row) => {
      const ms = Date.parse(String(row[name]))
      return ms >= filter.startMs && ms < filter.endMs
    })
  }
  const states = spec.hasStates === true ? body.ActivityStates : undefined
  if (Array.isArray(states))
    tests.push((row) => states.includes(row.IsActive === true ? 'Active' : 'Deleted'))
  if (passes !== undefined) tests.push((row) => passes(store, body, row))
  return tests
}

const without = (row: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
