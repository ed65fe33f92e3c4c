import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseMigration } from '../../scripts/migrations/parse-migration.ts'
import { ownMigrations, readMigrations } from '../../src/platform/migrations/migration-file.ts'
import { splitStatements } from '../../src/platform/migrations/split-statements.ts'

it('ends at semicolons of its own only', () => {
  const statements = [
    `insert into a values ('x; it''s', "b;c")`,
    '-- First; of all.\ndo $body$ begin; perform $$a;b$$; end $body$',
    'select 1 /* not; here */',
    `comment on table a is ';'`,
  ]
  assert.deepEqual(splitStatements(`${statements.join(';\n\n')};\n-- The end;\n`), statements)
  assert.deepEqual(splitStatements('select 1'), ['select 1'])
  assert.deepEqual(splitStatements(' -- Nothing.\n;'), [])
})

it('finds in every migration what the parser of PostgreSQL finds', async () => {
  for (const { sql } of await readMigrations(ownMigrations)) {
    const parsed = await parseMigration(sql)
    const split = await Promise.all(splitStatements(sql).map(parseMigration))
    assert.deepEqual(
      split.flat().map(({ text }) => text),
      parsed.map(({ text }) => text),
    )
  }
})
