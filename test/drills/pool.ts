/** Ids that answers showed, by what they name. */
import type { Random } from './random.ts'
import { kindOf, kindsOfPathParam, operations, singular, type Operation } from './description.ts'
import { valuesOf, type DrillAnswer } from './request.ts'

export class Pool {
  readonly #byKind = new Map<string, Set<string>>()

  add(kind: string, id: string): void {
    const known = this.#byKind.get(kind) ?? new Set()
    this.#byKind.set(kind, known.add(id))
  }

  of(kinds: readonly string[]): string[] {
    return kinds.flatMap((kind) => [...(this.#byKind.get(kind) ?? [])])
  }

  get all(): string[] {
    return [...new Set([...this.#byKind.values()].flatMap((ids) => [...ids]))]
  }

  /** One of the kind; now and then one of another kind, or none at all. */
  pick(kinds: readonly string[], random: Random): string {
    const fitting = this.of(kinds)
    if (fitting.length > 0 && random.chance(0.9)) return random.pick(fitting)
    const all = this.all
    return all.length > 0 && random.chance(0.3) ? random.pick(all) : String(random.int(1, 1_000_000))
  }

  /** Every id in an answer; `id` itself names what the path lists. */
  harvest(answer: unknown, path: string): void {
    const last = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
    this.#walk(answer, singular(last.replaceAll('-', '')))
  }

  #walk(node: unknown, kind: string): void {
    if (typeof node !== 'object' || node === null) return
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'object') {
        // Inside a record, `id` names what the field is called.
        this.#walk(
          value,
          Array.isArray(node) || name === 'data' ? kind : (kindOf(name) ?? singular(name.toLowerCase())),
        )
      } else if (typeof value === 'string' || typeof value === 'number') {
        const named = name === 'id' ? kind : (kindOf(name) ?? null)
        if (named !== null && String(value) !== '') this.add(named, String(value))
      }
    }
  }
}

type Get = (path: string) => Promise<DrillAnswer>

/** Reads all that can be read, goes on with the ids found there, and says what the answers were. */
export async function harvest(pool: Pool, get: Get): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  // Ids are at most three segments of a path deep.
  for (let pass = 0; pass < 3; pass += 1) {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      for (const path of pathsOf(operation, pool)) {
        if (seen.has(path)) continue
        const answer = await get(path)
        seen.set(path, answer.text)
        if (answer.status !== 200) continue
        for (const value of valuesOf(answer)) pool.harvest(value, operation.path)
      }
    }
  }
  return seen
}

const mostPerParameter = 2

function pathsOf(operation: Operation, pool: Pool): string[] {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  return inPath.reduce(
    (paths, { name, schema }) => {
      const ids = (schema.enum as string[] | undefined) ?? pool.of(kindsOfPathParam(operation, name))
      return paths.flatMap((path) =>
        ids.slice(0, mostPerParameter).map((id) => path.replace(`{${name}}`, encodeURIComponent(id))),
      )
    },
    [operation.path],
  )
}
