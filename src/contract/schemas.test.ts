import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { examples, refused } from './schemas.examples.ts'

const ajv = addFormats.default(
  new Ajv2020({ allowUnionTypes: true, discriminator: true, strictRequired: false, allErrors: true }),
)

interface Node {
  $id?: string
  type?: string | string[]
  default?: unknown
  description?: string
  additionalProperties?: unknown
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
}

/** Yields every schema inside a schema with its path. */
function* nodesOf(node: Node, path: string): Generator<[string, Node]> {
  yield [path, node]
  for (const [name, child] of Object.entries(node.properties ?? {})) yield* nodesOf(child, `${path}.${name}`)
  if (node.items) yield* nodesOf(node.items, `${path}[]`)
  for (const child of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) yield* nodesOf(child, path)
}

// A union's fields stand in its member schemas.
const isObject = ({ type, oneOf }: Node) => !oneOf && [type].flat().includes('object')

for (const [name, { schema, samples }] of Object.entries(examples)) {
  describe(name, () => {
    const accepts = ajv.compile(schema)
    for (const [index, sample] of samples.entries()) {
      it(`accepts example ${index + 1} and refuses it with an unknown field`, () => {
        assert.ok(accepts(sample), ajv.errorsText(accepts.errors))
        assert.ok(!accepts({ ...(sample as object), surprise: 1 }))
      })
    }

    it('requires every field that is not declared optional', () => {
      const required = (schema as TSchema & { required?: string[] }).required ?? []
      const [sample] = samples
      for (const field of required) {
        const { [field]: _, ...rest } = sample as Record<string, unknown>
        assert.ok(!accepts(rest), `${field} can be left out`)
      }
    })

    it('is strict, described, and without ids or defaults', () => {
      const nodes = [...nodesOf(schema as Node, name)]
      for (const [path, node] of nodes) {
        assert.equal(node.$id, undefined, path)
        assert.equal(node.default, undefined, path)
        if (isObject(node))
          assert.ok('additionalProperties' in node, `${path} does not say what else it may hold`)
        for (const [field, child] of Object.entries(node.properties ?? {})) {
          const inside = child.type === 'array' || isObject(child)
          assert.ok(child.description || inside, `${path}.${field} has no description`)
        }
      }
    })
  })
}

for (const [rule, { schema, value }] of Object.entries(refused)) {
  it(`refuses ${rule}`, () => {
    assert.ok(!ajv.compile(schema)(value))
  })
}
