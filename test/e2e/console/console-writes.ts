/** What the console can write: the calls that its source makes, and which role may make each. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { roleScopes, type MemberRole } from '../../../src/contract/member-roles.ts'
import type { KeyScope } from '../../../src/contract/key-scopes.ts'
import { allows } from '../../../src/http/key-rights.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const source = path.join(root, 'web/console/src')

interface Parameter {
  $ref?: string
  in?: string
  name?: string
  schema?: { format?: string; enum?: string[] }
}

interface Operation {
  'x-key-scope'?: KeyScope
  parameters?: Parameter[]
}

const description = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter> }
}

export interface ConsoleWrite {
  method: string
  /** As in the description, with its parameters in braces. */
  path: string
  /** Null: nobody has to be signed in. */
  scope: KeyScope | null
}

function operationOf(method: string, template: string): Operation {
  const operation = description.paths[template]?.[method.toLowerCase()]
  if (!operation) throw new Error(`the description has no ${method} ${template}`)
  return operation
}

const writeOf = (method: string, template: string): ConsoleWrite => ({
  method,
  path: template,
  scope: operationOf(method, template)['x-key-scope'] ?? null,
})

export const nameOf = ({ method, path: template }: Pick<ConsoleWrite, 'method' | 'path'>): string =>
  `${method} ${template}`

const call = /\bclient\s*\.\s*(POST|PUT|PATCH|DELETE)\(\s*(?:'([^']+)')?/g

/** Every write in the source of the console, once. A path that is no literal cannot be looked up, so it is refused. */
export function consoleWrites(): ConsoleWrite[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const writes = new Map<string, ConsoleWrite>()
  for (const name of files)
    for (const [, method = '', template] of readFileSync(path.join(source, name), 'utf8').matchAll(call)) {
      if (template === undefined) throw new Error(`${name} writes to a path that is no literal`)
      const write = writeOf(method, template)
      writes.set(nameOf(write), write)
    }
  return [...writes.values()]
}

const templates = Object.entries(description.paths).flatMap(([template, methods]) =>
  Object.keys(methods).map((method) => ({
    method: method.toUpperCase(),
    template,
    // A fixed part goes before a parameter in the same place.
    isFixed: !template.includes('{'),
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
)

/** The operation that a request is for; undefined for what is none of the API. */
export function writeAt(method: string, pathname: string): ConsoleWrite | undefined {
  const found = templates
    .filter((one) => one.method === method && one.pattern.test(pathname))
    .toSorted((a, b) => Number(b.isFixed) - Number(a.isFixed))[0]
  return found && writeOf(method, found.template)
}

export const mayWrite = (role: MemberRole, { scope }: ConsoleWrite): boolean =>
  scope === null || allows(roleScopes[role], scope)

/** An address of the operation that names nothing which exists. */
export function addressOfNothing({ method, path: template }: ConsoleWrite): string {
  const parameters = (operationOf(method, template).parameters ?? []).map((one) =>
    one.$ref === undefined
      ? one
      : (description.components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? one),
  )
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema
    if (schema?.enum) return schema.enum[0] ?? name
    return schema?.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '999999999'
  })
}
