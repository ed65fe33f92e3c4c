/** What the variables of a GraphQL document may hold, as a shape that requests are spoiled against. */
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import { sdl } from '../../simulators/vrbo/schema.ts'
import type { SentRequest } from './recorder.ts'
import type { RequestSchemas, Schema } from './spoil.ts'

/** The schema's own scalars take whatever can be read; these are the ones that every GraphQL server knows. */
const scalars: Readonly<Record<string, Schema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
}

const schema = buildSchema(sdl)

/** By the name of the operation, since all of them go to one address. */
export function graphqlShape({ body }: SentRequest): (RequestSchemas & { name: string }) | undefined {
  const { query } = JSON.parse(body) as { query: string }
  const operation = parse(query).definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return undefined
  const variables = (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const told = inputType(schema, type)
    return told === undefined ? [] : [[variable.name.value, told] as const]
  })
  return {
    name: operation.name?.value ?? query,
    query: undefined,
    body: { type: 'object', required: ['query'], properties: { variables: fieldsShape(variables) } },
    resolve: (reference) => {
      const type = schema.getType(reference)
      if (!isInputObjectType(type)) return undefined
      const fields = Object.values(type.getFields()).map((field) => [field.name, field.type] as const)
      return { ...fieldsShape(fields), additionalProperties: false }
    },
  }
}

// `typeFromAST` has a signature of its own for each kind of node; that of any of them says less than it answers here.
const inputType = typeFromAST as (
  known: GraphQLSchema,
  node: Parameters<typeof typeFromAST>[1],
) => GraphQLInputType | undefined

function fieldsShape(fields: readonly (readonly [name: string, type: GraphQLInputType])[]): Schema {
  return {
    type: 'object',
    required: fields.filter(([, type]) => isNonNullType(type)).map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, type]) => [name, shapeOf(type)])),
  }
}

function shapeOf(type: GraphQLInputType): Schema {
  if (isNonNullType(type)) return shapeOf(type.ofType as GraphQLInputType)
  if (isListType(type)) return { type: 'array', items: shapeOf(type.ofType as GraphQLInputType) }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  if (isInputObjectType(type)) return { $ref: type.name }
  return scalars[type.name] ?? {}
}
