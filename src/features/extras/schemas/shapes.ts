/**
 * Which shape a name means. A schema is looked up for every request that names one, so that a change holds at once in every
 * process; what is remembered is the work of compiling it.
 */
import { schemaNamePattern, snakeSchemas } from '../../../contract/response-schema.ts'
import type { Route } from '../../../http/route.ts'
import type { Shape, ShapeFinder, ShapedKind } from '../../../http/shaped.ts'
import { wholeWorkspace } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { derivedOf } from './derived.ts'
import { chosenSchema } from './queries.ts'
import { compileMappings, type Mappings, type Render } from './rules.ts'
import { toSnakeCase } from './snake-case.ts'

/** Characters of expressions that are kept compiled: some tens of megabytes at most. */
const mostRemembered = 300_000

interface Remembered {
  id: string
  version: number
  render: Render
  characters: number
}

function compiledSchemas() {
  const entries = new Map<string, Remembered>()
  let characters = 0
  const drop = (place: string) => {
    characters -= entries.get(place)?.characters ?? 0
    entries.delete(place)
  }
  return {
    get: (place: string) => entries.get(place),
    set(place: string, entry: Remembered): void {
      drop(place)
      // The oldest first.
      for (const other of entries.keys()) {
        if (characters + entry.characters <= mostRemembered) break
        drop(other)
      }
      entries.set(place, entry)
      characters += entry.characters
    },
    drop,
  }
}

const namePattern = new RegExp(schemaNamePattern)

/** The record of an answer, or of each row of a list. */
function recordOf({ reply }: Route<Services>) {
  const { properties } = reply as {
    properties?: { data?: { items?: typeof reply }; pagination?: typeof reply }
  }
  return (properties?.pagination && properties.data?.items) ?? reply
}

export function createShapes({ db }: Pick<Services, 'db'>): ShapeFinder<Services> {
  const compiled = compiledSchemas()
  const snakes = new Map<string, ReturnType<typeof toSnakeCase>>()

  function snakeOf(route: Route<Services>): Shape['render'] {
    const convert = snakes.get(route.id) ?? toSnakeCase(recordOf(route))
    snakes.set(route.id, convert)
    return (record) => JSON.stringify(convert(record))
  }

  return async (asked, name, route) => {
    if ((snakeSchemas as readonly string[]).includes(name)) return { name, render: snakeOf(route) }
    if (!namePattern.test(name)) return null
    const scope = wholeWorkspace(asked)
    const place = `${scope.workspaceId}/${name}`
    const known = compiled.get(place)
    const chosen = await chosenSchema(db, scope, name, known)
    if (!chosen) {
      compiled.drop(place)
      return null
    }
    const { id, version, mappings } = chosen
    const render = mappings === null ? known?.render : compileMappings(JSON.parse(mappings) as Mappings)
    if (!render) return null
    if (mappings !== null) compiled.set(place, { id, version, render, characters: mappings.length })
    const derived = derivedOf(route.shaped as ShapedKind)
    return { name, version: `${id}.${version}`, render: (record) => render(record, derived) }
  }
}
