export type SentFields = Record<string, unknown>

export const isFields = (value: unknown): value is SentFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
