/** A column that does not say what of a person it holds fails the generated files. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'
import { columnsIn, findUndeclaredColumns } from '../../scripts/generate-data-map.ts'
import { root } from '../harness/child.ts'

const schema = readFileSync(path.join(root, 'db/schema.sql'), 'utf8')

it('every column of text, JSON or bytes says what of a person it holds', () => {
  const columns = columnsIn(schema)
  assert.ok([...columns.values()].flat().length > 400)
  assert.ok(columns.get('guests')?.includes('first_name'))
  assert.deepEqual(findUndeclaredColumns(columns), [])
})

it('a new column, and one that is gone, are named', () => {
  const columns = columnsIn(
    'create table pets (\n    id bigint not null,\n    name text,\n    photo bytea\n)',
  )
  assert.deepEqual(
    findUndeclaredColumns(columns, { pets: { columns: { name: 'name' } } }, { pets: 'owner' }),
    [
      'pets.photo: say in scripts/personal-data.ts what of a person it holds, or that it is plain.',
      'pets.owner is named in scripts/personal-data.ts and is no column.',
    ],
  )
})
