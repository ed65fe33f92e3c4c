/**
 * Checks every document, and the simulator's schema, against the vendor's own schema, which is not part of
 * this project: VRBO_SDL is its path.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { buildSchema, findBreakingChanges, parse, validate, type GraphQLSchema } from 'graphql'
import { sdl as spoken } from '../../../simulators/vrbo/schema.ts'
import { documents, mutations } from './documents/index.ts'

const path = process.env['VRBO_SDL'] ?? ''
const vendors = existsSync(path) ? buildSchema(readFileSync(path, 'utf8')) : null
const absent = vendors === null && `the vendor's schema is not at hand: set VRBO_SDL (now "${path}")`
if (absent) console.warn(`Vrbo: documents are held against our own schema only; ${absent}`)

const mistakesIn = (schema: GraphQLSchema) =>
  Object.entries<string>(documents).flatMap(([name, text]) =>
    validate(schema, parse(text)).map(({ message }) => `${name}: ${message}`),
  )

test('every document fits the schema of the simulator, and is called as it calls itself', () => {
  assert.deepEqual(mistakesIn(buildSchema(spoken)), [])
  for (const [name, text] of Object.entries<string>(documents))
    assert.match(text, new RegExp(`^(query|mutation) ${name}\\b`))
})

test('every document fits the schema of the vendor', { skip: absent }, () => {
  assert.ok(vendors)
  assert.deepEqual(mistakesIn(vendors), [])
})

test('the simulator speaks nothing that the vendor does not', { skip: absent }, () => {
  assert.ok(vendors)
  const beyond = findBreakingChanges(buildSchema(spoken), vendors)
  assert.deepEqual(
    beyond.map(({ description }) => description),
    [],
  )
})

test(
  'the schema of the vendor has no call to answer a request, and none to pre-approve',
  { skip: absent },
  () => {
    const names = Object.keys(vendors?.getMutationType()?.getFields() ?? {})
    assert.deepEqual(
      names.filter((name) => /accept|decline|approve/i.test(name)),
      [],
    )
  },
)

test('what changes something is known by its field', () => {
  const changing = Object.values<string>(documents).filter((text) => text.startsWith('mutation'))
  assert.equal(mutations.size, changing.length)
  assert.ok(mutations.has('cancelVrboReservation') && mutations.has('sendMessage'))
})
