/** The published description is valid OpenAPI 3.1, complete, and the committed one. */
import assert from 'node:assert/strict'
import {
  joinCodes,
  statusesOf,
  type CodesByStatus,
  type ErrorCodeSet,
} from '../../src/http/openapi/error-responses.ts'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { buildOpenApi, generateOpenapi, replyExamples } from '../../scripts/generate-openapi.ts'
import { routes } from '../../src/features/routes.ts'
import { publishedReplies } from '../../src/http/openapi/published-replies.ts'

type Node = { [key: string]: Node } & Node[] & string

const document = JSON.parse(JSON.stringify(await buildOpenApi())) as Node
const published = routes.filter((route) => !route.hidden)

function* nodes(node: Node, path = '#'): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return
  yield [path, node]
  for (const [key, child] of Object.entries(node)) {
    yield* nodes(child as Node, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

const decoded = (part: string) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')

function resolve(reference: string): Node | undefined {
  return reference
    .split('/')
    .slice(1)
    .reduce<Node | undefined>((node, part) => node?.[decoded(part)], document)
}

const referenceIn = (node: Node) => (typeof node['$ref'] === 'string' ? String(node['$ref']) : undefined)
const follow = (node: Node): Node => {
  const reference = referenceIn(node)
  return reference ? (resolve(reference) ?? assert.fail(`${reference} leads nowhere`)) : node
}

const operations = Object.entries(document['paths'] ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as Node })),
)

const ajv = addFormats.default(new Ajv2020({ strict: false }))
ajv.addSchema(document, 'description')

/** Compiles the schema at a place of the document; what it refers to is compiled once. */
function compiled(path: string) {
  const pointer = path.split('/').map(encodeURIComponent).join('/').replace('%23', '#')
  return ajv.getSchema(`description${pointer}`) ?? assert.fail(`no schema at ${path}`)
}

/** Returns all error codes of an operation by status. */
const codesOf = (operation: Node | undefined): CodesByStatus =>
  joinCodes(
    (operation?.['x-error-code-sets'] ?? []) as unknown as ErrorCodeSet[],
    (operation?.['x-error-codes'] ?? {}) as unknown as CodesByStatus,
  )

/** Returns the examples of a media type, header or parameter. */
function examplesOf(node: Node): [string, unknown][] {
  const named = Object.entries(node['examples'] ?? {}).map(([name, example]): [string, unknown] => {
    const { value } = follow(example as Node)
    assert.notEqual(value, undefined, `${name} shows no value`)
    return [name, value]
  })
  return 'example' in node ? [['example', node['example']], ...named] : named
}

describe('openapi.json', () => {
  it('is the one that the routes make', async () => {
    assert.deepEqual(await generateOpenapi({ check: true }), [], 'run: npm run generate')
  })

  it('is small enough for the tools that read it', () => {
    assert.ok(Buffer.byteLength(JSON.stringify(document)) <= 1_400_000, 'served on one line')
    const file = readFileSync(new URL('../../openapi.json', import.meta.url))
    assert.ok(file.length <= 1_600_000, 'in the repository')
  })

  it('closes what callers send, and leaves answers open to new fields', () => {
    const schemas = document['components']?.['schemas']
    assert.equal(String(schemas?.['ConnectBody']?.['additionalProperties']), 'false')
    assert.equal(schemas?.['ListingDetail']?.['additionalProperties'], undefined)
    assert.equal(schemas?.['ErrorEnvelope']?.['additionalProperties'], undefined)
  })

  it('is the same however often it is made', async () => {
    assert.equal(JSON.stringify(await buildOpenApi()), JSON.stringify(document))
  })

  it('has every published route and nothing else', () => {
    const wanted = published.map((route) => `${route.method} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}`)
    const found = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    assert.deepEqual(found.toSorted(), wanted.toSorted())
  })

  it('has references that all lead somewhere, and no component that nothing refers to', () => {
    const referred = new Set<string>()
    for (const [path, node] of nodes(document)) {
      const reference = referenceIn(node)
      if (!reference) continue
      assert.ok(resolve(reference), `${path} refers to ${reference}`)
      referred.add(reference)
    }
    for (const kind of ['parameters', 'headers', 'responses', 'schemas']) {
      for (const name of Object.keys(document['components']?.[kind] ?? {})) {
        assert.ok(referred.has(`#/components/${kind}/${name}`), `nothing refers to ${kind}/${name}`)
      }
    }
  })

  it('names components as generated code can', () => {
    for (const kind of Object.values(document['components'] ?? {})) {
      for (const name of Object.keys(kind)) assert.match(name, /^[A-Za-z][A-Za-z0-9]*$/)
    }
  })

  it('has unique operation ids and one described tag for each operation', () => {
    const ids = operations.map(({ operation }) => String(operation['operationId']))
    assert.equal(new Set(ids).size, ids.length)
    const tags = new Set([...(document['tags'] ?? [])].map((tag) => String(tag['name'])))
    for (const { operation } of operations) {
      assert.equal(operation['tags']?.length, 1)
      assert.ok(tags.has(String(operation['tags']?.[0])))
      assert.ok(operation['summary'])
    }
  })

  it('declares every path parameter once, required, and no parameter twice', () => {
    for (const { path, operation } of operations) {
      const parameters = [...(operation['parameters'] ?? [])].map(follow)
      const keys = parameters.map((parameter) => `${parameter['in']} ${parameter['name']}`.toLowerCase())
      assert.equal(new Set(keys).size, keys.length, `${path}: ${keys.join(', ')}`)
      const inPath = parameters.filter((parameter) => String(parameter['in']) === 'path')
      assert.deepEqual(
        inPath.map((parameter) => `{${parameter['name']}}`).toSorted(),
        (path.match(/\{\w+\}/g) ?? []).toSorted(),
      )
      for (const parameter of inPath) assert.equal(parameter['required'], true)
      for (const parameter of parameters) {
        assert.ok(parameter['description'], `${path}: ${parameter['name']} has no description`)
        assert.ok(parameter['schema'])
      }
    }
  })

  it('has schemas that compile, and examples that match them', () => {
    for (const name of Object.keys(document['components']?.['schemas'] ?? {})) {
      assert.doesNotThrow(() => compiled(`#/components/schemas/${name}`), name)
    }
    let checked = 0
    for (const [path, node] of nodes(document)) {
      if (!/\/(content|headers|parameters)\//.test(path) || !node['schema']) continue
      for (const [name, example] of examplesOf(node)) {
        const accepts = compiled(`${path}/schema`)
        assert.ok(accepts(example), `${path} ${name}: ${JSON.stringify(accepts.errors)}`)
        checked += 1
      }
    }
    assert.ok(checked > 100, `only ${checked} examples`)
  })

  it('leaves most examples of replies to the pages, and they match the schemas too', async () => {
    const left = await replyExamples()
    assert.ok(Object.keys(left).length > 150, `only ${Object.keys(left).length} examples`)
    for (const [name, example] of Object.entries(left)) {
      const accepts = compiled(`#/components/schemas/${name}`)
      assert.ok(accepts(example), `${name}: ${JSON.stringify(accepts.errors)}`)
    }
    const replies = new Set(Object.keys(document['components']?.['schemas'] ?? {}))
    for (const name of publishedReplies) assert.ok(replies.has(name), `${name} is no reply`)
  })

  it('lists each declared error under every status it can have', () => {
    for (const route of published) {
      const operation =
        document['paths']?.[route.url.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      const codes = Object.entries(codesOf(operation))
      for (const [status] of codes)
        assert.ok(operation?.['responses']?.[status], `${route.id} has no response for ${status}`)
      for (const code of route.errors) {
        const statuses = codes
          .filter(([, ofStatus]) => (ofStatus as readonly string[]).includes(code))
          .map(([status]) => Number(status))
        // In tests any other status counts as a fault of the route.
        assert.deepEqual(statuses, statusesOf(route, code).toSorted(), `${route.id} ${code}`)
      }
    }
  })

  it('tells of the 422 of every parameter that can be well-formed and still not usable', () => {
    const unusable = ['limit', 'cursor', 'updated_since', 'as_of']
    const met = new Set<string>()
    for (const route of published) {
      const named = unusable.filter((name) => name in (route.query?.properties ?? {}))
      if (named.length === 0) continue
      for (const name of named) met.add(name)
      const operation =
        document['paths']?.[route.url.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      assert.ok(codesOf(operation)['422']?.includes('invalid_params'), `${route.id}: ${named.join(', ')}`)
    }
    assert.deepEqual([...met].toSorted(), unusable.toSorted())
  })

  it('offers an idempotency key on every operation that can change something', () => {
    for (const { path, method, operation } of operations) {
      const offered = [...(operation['parameters'] ?? [])].some(
        (parameter) => String(parameter['$ref']) === '#/components/parameters/IdempotencyKey',
      )
      const route = published.find(({ id }) => id === String(operation['operationId']))
      const writes = method !== 'get' && route?.write !== false && route?.auth !== 'none'
      assert.equal(offered, writes, `${method} ${path}`)
    }
  })

  it('asks for a key exactly where one is needed', () => {
    for (const { path, method, operation } of operations) {
      const route = published.find(({ id }) => id === String(operation['operationId']))
      assert.equal(
        route?.auth === 'none',
        JSON.stringify(operation['security']) === '[]',
        `${method} ${path}`,
      )
    }
  })

  it('describes every event with its envelope', () => {
    for (const [kind, item] of Object.entries(document['webhooks'] ?? {})) {
      const schema = follow(
        item['post']?.['requestBody']?.['content']?.['application/json']?.['schema'] as Node,
      )
      assert.deepEqual([...(schema['properties']?.['event']?.['enum'] ?? [])].map(String), [kind])
    }
  })

  it('gives a name to every object that stands in more than one place', () => {
    const places = new Map<string, string[]>()
    for (const [path, node] of nodes(document['components']?.['schemas'] as Node, 'schemas')) {
      if (!node['properties'] || path.split('/').length === 2) continue
      const content = JSON.stringify([node['properties'], node['required']])
      places.set(content, [...(places.get(content) ?? []), path])
    }
    assert.deepEqual(
      [...places.values()].filter((paths) => paths.length > 1),
      [],
    )
  })

  it('is readable: no schema of any size stands in it twice', () => {
    const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
    const big = [...nodes(document['paths'] as Node)].filter(
      ([, node]) => node['properties'] && Object.keys(node['properties']).length > 3,
    )
    assert.deepEqual(
      big.map(([path]) => path),
      [],
    )
    assert.ok(text.endsWith('}\n'))
  })
})
