/** These examples of schemas for answers are written by hand. */
import { at, entry } from './examples.ts'
import {
  CreateCustomSchema,
  CustomSchema,
  CustomSchemaCreated,
  CustomSchemaDeleted,
  UpdateCustomSchema,
} from './response-schema.ts'

const schemaRow = {
  id: '4f6f2f44-3f0e-4f0c-9c57-0a6a1c1d2b7e',
  name: 'our-crm',
  description: 'What the CRM imports.',
  mappings: {
    reference: 'confirmationCode',
    guest: "primaryGuest.firstName + ' ' + primaryGuest.lastName",
    perNight: 'financials.host.accommodation / nights',
  },
}

export const responseSchemaExamples = {
  CreateCustomSchema: entry(
    CreateCustomSchema,
    { name: schemaRow.name, mappings: schemaRow.mappings, description: schemaRow.description },
    { name: 'ids-only', mappings: { id: 'id' } },
  ),
  UpdateCustomSchema: entry(
    UpdateCustomSchema,
    { mappings: { reference: 'confirmationCode' }, active: true },
    { description: null },
  ),
  CustomSchema: entry(CustomSchema, { ...schemaRow, active: true, createdAt: at }),
  CustomSchemaCreated: entry(CustomSchemaCreated, {
    ...schemaRow,
    usage: `Set header: X-Schema: ${schemaRow.name}`,
    createdAt: at,
  }),
  CustomSchemaDeleted: entry(CustomSchemaDeleted, { deleted: true }),
}
