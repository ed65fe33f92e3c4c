/** Every request to a list: without filters, with each alone, and with usual pairs. */
import assert from 'node:assert/strict'
import { routes } from '../../../src/features/routes.ts'
import type { Filled, ProvenList } from './proven-list.ts'

const paging = ['cursor', 'offset', 'limit', 'include_total']
/** Orders and display options are requested like filters. */
const filtersOf = (query: unknown) =>
  Object.keys((query as { properties?: Record<string, unknown> } | undefined)?.properties ?? {}).filter(
    (name) => !paging.includes(name),
  )

export const lists = routes.filter((route) => {
  const query = (route.query as { properties?: Record<string, unknown> } | undefined)?.properties ?? {}
  return route.method === 'GET' && paging.every((name) => name in query)
})

type QueryCase = readonly (readonly [string, (filled: Filled) => string])[]

export function askingsOf({ id, values, pairs, growing = [] }: ProvenList): QueryCase[] {
  const route = lists.find((list) => list.id === id)
  assert.ok(route, `${id} is no list`)
  const valuesOf = (name: string) => {
    const known = values[name]
    assert.ok(known?.length, `the filter ${name} of ${id} is asked with no value: give it one, and an index`)
    return known
  }
  const alone = filtersOf(route.query)
    .filter((name) => !growing.some(({ filter }) => filter === name))
    .flatMap((name) => valuesOf(name).map((value) => [[name, value] as const]))
  const together = pairs.flatMap(([a, b]) =>
    valuesOf(a).map((value) => {
      const [other] = valuesOf(b)
      assert.ok(other)
      return [[a, value] as const, [b, other] as const]
    }),
  )
  return [[], ...alone, ...together]
}

export function pathOf(list: ProvenList, asking: QueryCase, filled: Filled, limit: number): string {
  const url = lists.find(({ id }) => id === list.id)?.url ?? ''
  const address = url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = list.params?.[name]
    assert.ok(value, `${list.id} is asked without ${name}`)
    return value(filled)
  })
  const query = Object.fromEntries(asking.map(([name, value]) => [name, value(filled)]))
  return `${address}?${new URLSearchParams({ limit: String(limit), ...query }).toString()}`
}
