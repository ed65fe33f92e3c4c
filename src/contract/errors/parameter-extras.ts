import type { ErrorExtra } from './extra-fields.ts'

/** Every error about one field or parameter can carry these. */
export const inParameter: readonly ErrorExtra[] = ['field', 'value_received', 'valid_values', 'did_you_mean']
