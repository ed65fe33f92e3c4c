/**
 * Every statement the product can send, prepared against the schema, and its columns compared with the type its rows are
 * taken for. The functions that send statements are called with values made from the types of their parameters, on a
 * database that only writes down what it is asked; so no statement has to be reached by another test to be looked at.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { belongings } from '../../src/platform/tenant-tables.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { openPlanner } from './crossing.ts'
import { crossing } from './crossing-places.ts'
import { openDescriber } from './describe.ts'
import { differences, shapeOf, type Member, type RowShape } from './rows.ts'
import { sentStatements } from './sent-statements.ts'
import { readSource, type Source } from './source.ts'

let database: TestDatabase
let describer: Awaited<ReturnType<typeof openDescriber>>
let source: Source
let sent: ReadonlyMap<string, ReadonlySet<string>>
before(async () => {
  database = await createTestDatabase()
  describer = await openDescriber(database.url)
  source = readSource()
  sent = await sentStatements(source)
})
after(async () => {
  source.close()
  await describer.close()
  await database.drop()
})

async function troubleWith(text: string, shape: RowShape | undefined): Promise<string[]> {
  try {
    const columns = await describer.columnsOf(text)
    return shape ? differences(text, columns, shape) : []
  } catch (error) {
    return [`${(error as Error).message}, of: ${text.trim().replaceAll(/\s+/g, ' ')}`]
  }
}

describe('statements', () => {
  it('are all reached', () => {
    const unreached = source.sites.filter(({ place }) => !sent.has(place)).map(({ place }) => place)
    assert.deepEqual(unreached, [], 'no call sends them: test/statements/by-data.ts can say one that does')
    const known = new Set(source.sites.map(({ place }) => place))
    assert.deepEqual(
      [...sent.keys()].filter((place) => !known.has(place)),
      [],
    )
    assert.ok(sent.size > 350, `only ${sent.size}`)
  })

  it('fit the schema, and their columns the types they are read as', async () => {
    const found = new Set<string>()
    for (const { place, file, line, row } of source.sites) {
      const shape = row && shapeOf(source.checker, row)
      for (const text of sent.get(place) ?? []) {
        for (const trouble of await troubleWith(text, shape)) found.add(`${file}:${line}: ${trouble}`)
      }
    }
    assert.deepEqual([...found], [])
  })

  it('name a workspace for each tenant table, but in the files that say why not', async () => {
    const planner = await openPlanner(database.url)
    const found = new Map<string, string[]>()
    for (const { place, file } of source.sites) {
      for (const text of sent.get(place) ?? []) {
        const crossed = await planner.crossed(text, (table) => table in belongings)
        if (crossed.length > 0) found.set(file, [...(found.get(file) ?? []), ...crossed])
      }
    }
    await planner.close()
    assert.deepEqual(
      [...found].filter(([file]) => !(file in crossing)),
      [],
    )
    assert.deepEqual(
      Object.keys(crossing).filter((file) => !found.has(file)),
      [],
      'they cross no workspaces any more',
    )
  })
})

describe('a statement that does not fit', () => {
  const text: Member = { name: 'id', optional: false, nullable: false, kinds: ['string'] }
  const cases: [what: string, text: string, members: Member[], expected: RegExp][] = [
    ['a table that is not there', 'select 1 as id from nowhere', [text], /relation "nowhere" does not exist/],
    ['a column too many', 'select id, name from listings', [text], /^name is not in the row type$/],
    [
      'a column too few',
      'select id from listings',
      [text, { ...text, name: 'no' }],
      /^no is in the row type/,
    ],
    [
      'a count read as a number',
      'select count(*) as id',
      [{ ...text, kinds: ['number'] }],
      /int8 and is read as/,
    ],
    [
      'a moment read as a text',
      'select created_at as id from listings',
      [text],
      /timestamptz and is read as/,
    ],
    ['a moment in json', "select '{}'::jsonb as id", [{ ...text, kinds: ['Date'] }], /jsonb and is read as/],
    ['a list read as a text', "select '{}'::text[] as id", [text], /_text and is read as/],
    [
      'null that is not thought of',
      'select city as id from listings',
      [text],
      /^id can be null, as listings/,
    ],
  ]
  for (const [what, statement, members, expected] of cases) {
    it(`is found: ${what}`, async () => {
      const trouble = await troubleWith(statement, { members, isOpen: false })
      assert.equal(trouble.length, 1, trouble.join('; '))
      assert.match(trouble[0] ?? '', expected)
    })
  }

  it('is not seen where it fits', async () => {
    const shape = { members: [text], isOpen: false }
    assert.deepEqual(await troubleWith('select id from listings', shape), [])
    assert.deepEqual(await troubleWith('select city as id from listings where city = $1', shape), [])
  })
})
