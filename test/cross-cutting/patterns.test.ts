/** Errors describe formats in words, never as regular expressions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type, type TSchema } from 'typebox'
import { validatorFor } from '../../src/http/validation.ts'
import { ApiError } from '../../src/platform/api-error.ts'
import { routes } from './world.ts'

interface Found {
  where: string
  pattern: string
  schema: object
}

function patternsIn(schema: unknown, where: string): Found[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { pattern } = schema as { pattern?: unknown }
  const below = Object.entries(schema).flatMap(([name, part]) => patternsIn(part, `${where}.${name}`))
  return typeof pattern === 'string' ? [{ where, pattern, schema }, ...below] : below
}

describe('patterns of requests', () => {
  const found = routes.flatMap((route) =>
    [route.params, route.query, route.body].flatMap((part) => patternsIn(part, route.id)),
  )

  it('are said in words wherever they stand', () => {
    assert.ok(found.length > 50, `only ${found.length} patterns`)
    for (const { where, pattern, schema } of found) {
      const { format: _, minLength: __, ...plain } = schema as Record<string, unknown>
      const body = Type.Object({ field: plain as unknown as TSchema })
      const values = ['\u0001?!', '0000-01-01', '\u0000']
      const value = values.find((text) => !new RegExp(pattern).test(text))
      assert.ok(value !== undefined, `${where}: nothing is refused by ${pattern}`)
      assert.throws(
        () => validatorFor({ url: '/v1/x', body }).body({ field: value }),
        (error: unknown) => {
          assert.ok(error instanceof ApiError, where)
          assert.ok(!error.message.includes(pattern), `${where}: ${error.message}`)
          assert.doesNotMatch(
            error.message,
            /regular|pattern|\^|\$|not the form/,
            `${where}: ${error.message}`,
          )
          return true
        },
      )
    }
  })
})
