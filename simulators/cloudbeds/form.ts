import { nested } from '../kit/nested.ts'
import type { Query } from '../kit/query.ts'

/** The form's names hold lists and objects, such as `rooms[0][roomTypeID]`. */
export type Form = Record<string, unknown>

interface FormRequest {
  body?: Query | undefined
  headers: { 'content-type'?: string | undefined }
}

/** The vendor reads forms only. */
export function formOf({ body, headers }: FormRequest): Form {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return isForm ? nested(body) : {}
}

export const text = (form: Form | undefined, name: string): string => {
  const value = form?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

export const rows = (form: Form, name: string): Form[] =>
  Object.values(form[name] ?? {}).filter((row): row is Form => typeof row === 'object' && row !== null)
