/** Checks a line against its type. Pure. */
import type { TObject } from 'typebox'
import {
  endLine,
  headerLine,
  lineTypes,
  recordLines,
  type EndLine,
  type HeaderLine,
  type RecordType,
} from '../../../contract/export-file/index.ts'
import { validatorFor, type Validator } from '../../../http/validation.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { importProblem, type LinePosition } from './problem.ts'

type LineFields = Record<string, unknown>

export interface RecordLine extends LinePosition {
  type: RecordType
  /** Its id in the file. */
  id: string
  fields: LineFields
}

export type FileLine =
  | (LinePosition & { type: 'header'; header: HeaderLine })
  | (LinePosition & { type: 'end'; end: EndLine })
  | RecordLine

const schemas: Record<string, TObject> = { ...recordLines, header: headerLine, end: endLine }
const validators = new Map<string, Validator>()

function validator(type: string): Validator | undefined {
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined
  if (!schema) return undefined
  const found = validators.get(type) ?? validatorFor({ url: '', body: schema })
  validators.set(type, found)
  return found
}

const takenTypes = lineTypes.filter((type) => type !== 'error')

export function checkLine(value: LineFields, at: LinePosition): FileLine {
  const type = typeof value['type'] === 'string' ? value['type'] : ''
  if (type === 'error')
    throw importProblem(at, {
      field: 'type',
      message: 'the file broke off here when it was made.',
      value: type,
    })
  const known = validator(type)
  if (!known) {
    const message = `\`type\` must be one of: ${takenTypes.join(', ')}.`
    throw importProblem(at, {
      field: 'type',
      message,
      value: value['type'],
      extra: { valid_values: takenTypes },
    })
  }
  try {
    known.body(value)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { field, value_received: received, ...extra } = error.extra
    throw importProblem(at, { field: String(field ?? ''), message: error.message, value: received, extra })
  }
  if (type === 'header') return { ...at, type, header: value as HeaderLine }
  if (type === 'end') return { ...at, type, end: value as EndLine }
  return { ...at, type: type as RecordType, id: String(value['id']), fields: value }
}
