import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import {
  builtInSchemas,
  CreateCustomSchema,
  CustomSchema,
  CustomSchemaCreated,
  CustomSchemaDeleted,
  mostSchemas,
  UpdateCustomSchema,
} from '../../../contract/response-schema.ts'
import { listOf, uuid } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { route } from '../../route.ts'
import {
  updateSchema,
  deleteSchema,
  insertSchema,
  lockSchemaCount,
  schemaById,
  schemaOrdering,
  schemaRows,
  schemaTotal,
  type SchemaRow,
} from './queries.ts'
import { parseMappings } from './rules.ts'

const tag = 'Schemas'
const params = Type.Object({ id: uuid('Id of the schema.') }, { additionalProperties: false })

const shown = ({ id, name, description, mappings, active, created_at }: SchemaRow): CustomSchema => ({
  id,
  name,
  description,
  mappings: JSON.parse(mappings) as Record<string, string>,
  active,
  createdAt: created_at.toISOString(),
})

const created = (row: SchemaRow): CustomSchemaCreated => {
  const { active: _, createdAt, ...schema } = shown(row)
  return { ...schema, usage: `Set header: X-Schema: ${row.name}`, createdAt }
}

const taken = (name: string, whose: string) =>
  new ApiError('schema_name_taken', `\`${name}\` is the name of ${whose}.`, {
    field: 'name',
    value_received: name,
  })

const missing = (id: string) => new ApiError('not_found', `No schema ${id} in this workspace.`)

export const schemaRoutes = [
  route({
    method: 'GET',
    url: '/v1/schema/custom',
    id: 'listCustomSchemas',
    family: 'schemas',
    account: 'ignored',
    tag,
    summary: 'List schemas',
    description: 'Newest first, those that are not active among them.',
    query: listQuery({}, { defaultLimit: 20 }),
    reply: listOf(CustomSchema),
    errors: [],
    handle: (context) =>
      listPage(context, {
        defaultLimit: 20,
        ordering: schemaOrdering,
        rows: (page) => schemaRows(context.services.db, context.scope, page),
        total: () => schemaTotal(context.services.db, context.scope),
        item: shown,
      }),
  }),

  route({
    method: 'POST',
    url: '/v1/schema/custom',
    id: 'createCustomSchema',
    family: 'schemas',
    account: 'ignored',
    tag,
    summary: 'Make a schema',
    description: `A shape for the records of answers, chosen with the header \`X-Schema\`. It holds for every kind of record: what a path does not find is null. A workspace has at most ${mostSchemas}; the names ${builtInSchemas.map((name) => `\`${name}\``).join(', ')} are taken.`,
    body: CreateCustomSchema,
    reply: CustomSchemaCreated,
    status: 201,
    errors: ['invalid_expression', 'schema_name_taken', 'too_many_schemas'],
    handle: (context) => {
      const { scope, body, services } = context
      const { name, mappings, description = null } = body
      if ((builtInSchemas as readonly string[]).includes(name)) throw taken(name, 'a built-in schema')
      parseMappings(mappings)
      return writeOnce(context, async (tx) => {
        const used = await lockSchemaCount(tx, scope)
        const row = await insertSchema(
          tx,
          scope,
          { id: randomUUID(), name, description, mappings: JSON.stringify(mappings) },
          services.clock.now(),
        )
        if (!row) throw taken(name, 'another schema of this workspace')
        if (used < mostSchemas) return created(row)
        throw new ApiError(
          'too_many_schemas',
          `The workspace has ${used} schemas; it may have ${mostSchemas}.`,
          { limit: mostSchemas, used },
        )
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/schema/custom/:id',
    id: 'getCustomSchema',
    family: 'schemas',
    account: 'ignored',
    tag,
    summary: 'Get a schema',
    params,
    reply: CustomSchema,
    errors: [],
    handle: async ({ services, scope, params: { id } }) => {
      const row = await schemaById(services.db, scope, id)
      if (!row) throw missing(id)
      return shown(row)
    },
  }),

  route({
    method: 'PATCH',
    url: '/v1/schema/custom/:id',
    id: 'updateCustomSchema',
    family: 'schemas',
    account: 'ignored',
    tag,
    summary: 'Change a schema',
    description:
      'Mappings are replaced as a whole; its name stays. Answers follow from the next request on, in every process of the server.',
    params,
    body: UpdateCustomSchema,
    reply: CustomSchema,
    errors: ['invalid_expression'],
    handle: (context) => {
      const { scope, body, services } = context
      const { id } = context.params
      const { mappings, ...rest } = body
      if (mappings) parseMappings(mappings)
      const changes = { ...rest, ...(mappings ? { mappings: JSON.stringify(mappings) } : {}) }
      return writeOnce(context, async (tx) => {
        const row = await updateSchema(tx, scope, id, changes, services.clock.now())
        if (!row) throw missing(id)
        return shown(row)
      })
    },
  }),

  route({
    method: 'DELETE',
    url: '/v1/schema/custom/:id',
    id: 'deleteCustomSchema',
    family: 'schemas',
    account: 'ignored',
    tag,
    summary: 'Delete a schema',
    description: 'Requests that still name it are answered in the native shape.',
    params,
    reply: CustomSchemaDeleted,
    errors: [],
    handle: (context) => {
      const { id } = context.params
      return writeOnce(context, async (tx) => {
        if (!(await deleteSchema(tx, context.scope, id))) throw missing(id)
        return { deleted: true as const }
      })
    },
  }),
]
