export type Sent = Record<string, unknown>

export const isFields = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
