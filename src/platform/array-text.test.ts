import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { arrayText } from './array-text.ts'

test('is read as the values it was made of', () => {
  const parse = (oid: number, values: Parameters<typeof arrayText>[0]) =>
    (pg.types.getTypeParser(oid) as unknown as (text: string) => unknown)(arrayText(values))
  assert.deepEqual(parse(1007, [1, -20, null]), [1, -20, null])
  assert.deepEqual(parse(1016, ['9007199254740993', null]), ['9007199254740993', null])
  assert.deepEqual(parse(1000, ['t', 'f']), [true, false])
  const id = '019ac000-0000-7000-8000-000000000001'
  assert.deepEqual(parse(2951, [id]), [id])
  assert.deepEqual(parse(1185, ['2026-11-26T07:00:00.123Z']), [new Date('2026-11-26T07:00:00.123Z')])
  assert.deepEqual(parse(1007, []), [])
})
