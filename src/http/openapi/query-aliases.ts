/** One table lists the alias spellings of query parameters, which keeps them out of generated clients. */
import type { Route } from '../route.ts'

export interface QueryAlias {
  alias: string
  parameter: string
  operations: string[]
}

export function queryAliases<Services>(routes: readonly Route<Services>[]): QueryAlias[] {
  const found = routes.flatMap(({ id, queryAliases: aliases = {} }) =>
    Object.entries(aliases).map(([alias, parameter]) => ({ alias, parameter, id })),
  )
  const groups = Map.groupBy(found, ({ alias, parameter }) => `${alias} ${parameter}`)
  return [...groups.keys()].toSorted().map((key) => {
    const [alias = '', parameter = ''] = key.split(' ')
    return { alias, parameter, operations: (groups.get(key) ?? []).map(({ id }) => id).toSorted() }
  })
}
