/** Writes openapi.json from the routes, without a database. */
import { globSync } from 'node:fs'
import path from 'node:path'
import type { TSchema } from 'typebox'
import { examples } from '../src/contract/schemas.examples.ts'
import { routes } from '../src/features/routes.ts'
import { contentOfReply, entriesOf, lastPart } from '../src/http/docs-pages/entries.ts'
import type { ReplyExamples } from '../src/http/docs-pages/reply-examples.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import type { OpenApiDocument } from '../src/http/openapi/document.ts'
import { publishedReplies } from '../src/http/openapi/published-replies.ts'
import { settings } from '../src/platform/settings/all-settings.ts'
import { foldedJson } from './folded-json.ts'
import { generatedFile } from './generated-file.ts'
import { openApiTags } from './openapi-tags.ts'

const root = path.resolve(import.meta.dirname, '..')

const isSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value)

/** Collects every schema that a contract module exports, by name. Canonical records are not on the wire. */
async function contractSchemas(): Promise<Record<string, TSchema>> {
  const folder = path.join(root, 'src/contract')
  const inside = ['records.ts']
  const files = globSync(['*.ts', 'channel-content/*.ts'], { cwd: folder })
    .filter((file) => !inside.includes(file) && !/\.(test|examples)\.ts$/.test(file))
    .sort()
  const modules = await Promise.all(
    files.map((file) => import(path.join(folder, file)) as Promise<Record<string, unknown>>),
  )
  return Object.fromEntries(
    modules
      .flatMap((exported) => Object.entries(exported))
      .filter((entry): entry is [string, TSchema] => /^[A-Z]/.test(entry[0]) && isSchema(entry[1])),
  )
}

export async function buildOpenApi({ everyReply = false } = {}): Promise<OpenApiDocument> {
  return openApiDocument(routes, {
    serviceName: settings.serviceName.default,
    tags: openApiTags,
    schemas: await contractSchemas(),
    samples: Object.fromEntries(Object.entries(examples).map(([name, { samples }]) => [name, samples[0]])),
    everyReply,
  })
}

/** The reference shows an example of every reply; these are the ones that openapi.json leaves out. */
export async function replyExamples(): Promise<ReplyExamples> {
  const entries = entriesOf(await buildOpenApi({ everyReply: true }))
  const found = entries.flatMap(({ operation }): [string, unknown][] => {
    const { example, schema } = contentOfReply(operation)?.content ?? {}
    const name = lastPart(schema?.$ref ?? '')
    return example === undefined || publishedReplies.has(name) ? [] : [[name, example]]
  })
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export async function generateOpenapi(options: { check: boolean }): Promise<string[]> {
  return [
    ...(await generatedFile('openapi.json', foldedJson(await buildOpenApi()), options)),
    ...(await generatedFile('docs/reply-examples.json', foldedJson(await replyExamples()), options)),
  ]
}

if (import.meta.main) {
  const drifted = await generateOpenapi({ check: process.argv.includes('--check') })
  for (const name of drifted) console.log(name)
}
