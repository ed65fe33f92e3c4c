import type { ErrorExtra } from './extra-fields.ts'

/** What every error about one field or parameter can say. */
export const inParameter: readonly ErrorExtra[] = ['field', 'value_received', 'valid_values', 'did_you_mean']
