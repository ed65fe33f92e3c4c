import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { fixedStatement } from './fixed-statement.ts'

it('puts the text together once, and each value where it was asked for', () => {
  let built = 0
  const statement = fixedStatement(({ id, now }: { id: string; now: Date }) => {
    built += 1
    return sql<{ id: string }>`select ${id}::bigint as id where ${now} > ${'2026-01-01'} and ${id} <> ''`
  })
  const [first, second] = [new Date(1), new Date(2)]
  const one = statement({ id: '1', now: first })
  const other = statement({ id: '2', now: second })
  assert.equal(one.sql, "select $1::bigint as id where $2 > $3 and $4 <> ''")
  assert.equal(other.sql, one.sql)
  assert.deepEqual(one.parameters, ['1', first, '2026-01-01', '1'])
  assert.deepEqual(other.parameters, ['2', second, '2026-01-01', '2'])
  assert.equal(built, 1)
})

it('builds with the compiler it is given where a builder needs one', () => {
  const statement = fixedStatement(({ id }: { id: string }, db) =>
    db.selectFrom('reservations').select('reservations.id').where('reservations.id', '=', id),
  )
  assert.deepEqual(statement({ id: '7' }).parameters, ['7'])
})
