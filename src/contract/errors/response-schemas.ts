import type { ErrorGroup } from './definition.ts'

/** These errors concern schemas that callers define for answers. */
export const responseSchemaErrors = {
  invalid_expression: {
    source: 'server',
    status: 422,
    retry: 'never',
    when: 'A mapping of a schema cannot be used: its expression is not understood, or its name is not allowed. Nothing was stored.',
    fix: 'Correct the mapping named in `field`; `position` is the character of its expression where it goes wrong.',
    extra: ['field', 'value_received', 'position'],
  },
  schema_name_taken: {
    source: 'server',
    status: 422,
    retry: 'never',
    when: 'The name belongs to a schema of this workspace already, or to a built-in one.',
    fix: 'Choose another name, or change the schema that has it with `PATCH /v1/schema/custom/{id}`.',
    extra: ['field', 'value_received'],
  },
  too_many_schemas: {
    source: 'server',
    status: 422,
    retry: 'operator',
    when: 'The workspace has as many schemas as it may have.',
    fix: 'Delete one that is not needed with `DELETE /v1/schema/custom/{id}`, or change one with `PATCH`.',
    extra: ['limit', 'used'],
  },
} satisfies ErrorGroup
