/** Answers are parsed only for requests that ask for another shape. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Route } from './route.ts'
import { inShape, shaperFor, type ShapeFinder } from './shaped.ts'

const scope = { workspaceId: '1' }
// Parsing this text would fail.
const stored = { status: 200, headers: { a: 'b' }, text: 'no JSON' }
const asking = (name?: string) => ({ headers: { 'x-schema': name } }) as unknown as FastifyRequest

const routeWith = (reply: Route<object>['reply']) =>
  ({ id: 'getThing', shaped: 'guest', reply }) as unknown as Route<object>
const single = routeWith(Type.Object({ id: Type.String() }))
const list = routeWith(Type.Object({ data: Type.Array(Type.Object({})), pagination: Type.Object({}) }))

const shaped: ShapeFinder<object> = async (_, name) =>
  name === 'known' ? { name, render: (record) => JSON.stringify(Object.keys(record)) } : null
const never: ShapeFinder<object> = () => assert.fail('nobody asked')

async function answerOf(
  route: Route<object>,
  find: ShapeFinder<object>,
  name: string | undefined,
  answer: typeof stored,
) {
  const shape = await shaperFor(route, find)?.(asking(name), scope)
  return shape && inShape(answer, shape)
}

describe('an answer', () => {
  it('is sent as it is stored, unless another shape is asked for', async () => {
    for (const name of [undefined, 'native']) {
      const answer = await answerOf(single, never, name, stored)
      assert.deepEqual(answer, {
        ...stored,
        headers: { a: 'b', vary: 'X-Schema', 'x-schema': 'native' },
      })
    }
    const unknown = await answerOf(single, shaped, 'unknown', stored)
    assert.equal(unknown?.text, stored.text)
  })

  it('has every record in the shape, and the rest as it was', async () => {
    const one = { ...stored, text: '{"id":"1","name":"x"}' }
    const many = { ...stored, text: '{"data":[{"id":"1"},{}],"pagination":{"total":2},"more":[1]}' }
    assert.equal((await answerOf(single, shaped, 'known', one))?.text, '["id","name"]')
    const page = await answerOf(list, shaped, 'known', many)
    assert.equal(page?.text, '{"data":[["id"],[]],"pagination":{"total":2},"more":[1]}')
    assert.equal(page.headers['x-schema'], 'known')
  })

  it('of a route with one shape is left alone', () => {
    const { shaped: _, ...plain } = single
    assert.equal(shaperFor(plain as Route<object>, shaped), undefined)
  })
})
