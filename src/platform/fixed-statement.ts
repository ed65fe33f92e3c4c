/** Builds the text of a statement once instead of per request: for a read by key, building it takes longer than all the rest. */
import { DummyDriver, type CompiledQuery } from 'kysely'
import { kyselyOver } from './kysely-over.ts'
import type { Queryable } from './tenant.ts'

/** Compiles statements and sends none. */
const compiler = kyselyOver(new DummyDriver())

/** Calls `build` once with placeholders, which it may pass on but not inspect. The result is for `db.executeQuery`. */
export function fixedStatement<Values extends object, Row>(
  build: (values: Values, compiler: Queryable) => { compile(compiler: Queryable): CompiledQuery<Row> },
): (values: Values) => CompiledQuery<Row> {
  let fixed: { compiled: CompiledQuery<Row>; valuesOf(values: Values): unknown[] } | undefined
  const once = () => {
    const names = new Map<object, keyof Values>()
    const placeholders = new Proxy({} as Values, {
      get(standIns, name) {
        const placeholder = Reflect.get(standIns, name) as object | undefined
        if (placeholder) return placeholder
        const standIn = {}
        names.set(standIn, name as keyof Values)
        Reflect.set(standIns, name, standIn)
        return standIn
      },
    })
    const compiled = build(placeholders, compiler).compile(compiler)
    const places = compiled.parameters.map((value) => {
      const name = names.get(value as object)
      return name === undefined ? () => value : (values: Values) => values[name] as unknown
    })
    return { compiled, valuesOf: (values: Values) => places.map((place) => place(values)) }
  }
  return (values) => {
    const { compiled, valuesOf } = (fixed ??= once())
    return { ...compiled, parameters: valuesOf(values) }
  }
}
