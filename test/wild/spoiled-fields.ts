/** Every field of an answer, by where it stands, and what may stand there instead. */
import { isFields } from '../../src/connector-kit/answers.ts'
import { XmlDocument } from '../../src/connector-kit/xml-document.ts'
import type { Xml } from '../../src/connector-kit/xml.ts'
import { withOther, type RecordedAnswer } from './recorded-reads.ts'

type PathStep = string | number

export interface AnswerField {
  answer: RecordedAnswer
  /** `GET /v1/reservations result[].guestName`; in XML `room.guest_name` and `room@id`; of GraphQL with the operation before the field. */
  place: string
  steps: PathStep[]
  value: unknown
}

const absent = Symbol('absent')
const longText = 'x'.repeat(100_000)

const values: Readonly<Record<string, unknown>> = {
  absent,
  null: null,
  'empty text': '',
  zero: 0,
  'zero as text': '0',
  false: false,
  'empty list': [],
  'empty object': {},
  number: 12345,
  text: 'something else',
  HTML: '<p>Out of <b>order</b></p>',
  'long text': longText,
  'date-time with offset': '2027-06-01T10:00:00+02:00',
}
const textsOfXml = [
  'absent',
  'empty text',
  'zero as text',
  'text',
  'HTML',
  'long text',
  'date-time with offset',
]

/** What can be in the place of an id, a day or a word without anybody seeing that it is wrong. */
export const plausible: ReadonlySet<string> = new Set([
  'zero',
  'zero as text',
  'number',
  'text',
  'HTML',
  'long text',
  'date-time with offset',
  'false',
])

export const spoilsOf = (field: AnswerField): string[] =>
  field.answer.body instanceof XmlDocument ? textsOfXml : Object.keys(values)

/** Each place where it is filled first, and states with each of their words: closed nights count as much as free ones. */
export function fieldsOf(answers: readonly RecordedAnswer[]): AnswerField[] {
  const found = new Map<string, AnswerField>()
  for (const answer of answers) {
    const parts = [answer.method.toUpperCase(), withoutIds(answer.path), answer.operation]
    const call = parts.filter((part) => part !== '').join(' ')
    const add = (at: string, steps: PathStep[], value: unknown): void => {
      const place = `${call} ${at}`
      const key = stateNames.test(at) && isWord(value) ? `${place} ${String(value)}` : place
      if (at !== '' && !found.has(key)) found.set(key, { answer, place, steps, value })
    }
    if (answer.body instanceof XmlDocument) visitXml(answer.body.root, '', ['root'], add)
    else visitJson(answer.body, '', [], add)
  }
  return [...found.values()]
}

/** Fields that say whether nights are held. */
export const stateNames = /status|state|available|closed|blocked/i
const isWord = (value: unknown): boolean =>
  typeof value !== 'object' && /^([01]|[a-z_ ]{1,40})$/i.test(String(value))

type Add = (at: string, steps: PathStep[], value: unknown) => void

function visitJson(value: unknown, at: string, steps: PathStep[], add: Add): void {
  if (value === null || value === undefined || value === '') return
  if (steps.length > 0 && typeof steps.at(-1) === 'string') add(at, steps, value)
  if (Array.isArray(value))
    for (const [place, one] of value.entries()) visitJson(one, `${at}[]`, [...steps, place], add)
  else if (isFields(value))
    for (const [name, one] of Object.entries(value))
      visitJson(one, at === '' ? nameOf(name) : `${at}.${nameOf(name)}`, [...steps, name], add)
}

/** Days and ids that are names of fields are one place. */
const nameOf = (name: string) => (/^\d+$|^\d{4}-\d{2}-\d{2}$/.test(name) ? '*' : name)

function visitXml(xml: Xml, at: string, steps: PathStep[], add: Add): void {
  const here = at === '' ? xml.name : `${at}.${xml.name}`
  for (const name of Object.keys(xml.attributes))
    add(`${here}@${name}`, [...steps, 'attributes', name], xml.attributes[name])
  if (xml.children.length === 0 && xml.text.trim() !== '') add(here, [...steps, 'text'], xml.text)
  for (const [place, child] of xml.children.entries())
    visitXml(child, here, [...steps, 'children', place], add)
}

/** Parts of a path that name one record, or a day. */
const withoutIds = (path: string): string =>
  path
    .split('/')
    .map((part) => (/\d{2}|^\d+$|^[A-Z0-9]{6,}$|^[0-9a-f]{24}$/.test(part) ? '*' : part))
    .join('/')

/** The whole answer with this field spoiled; undefined where that changes nothing. */
export function spoil({ answer, steps, value }: AnswerField, name: string): unknown {
  const given = values[name]
  if (Object.is(given, value)) return undefined
  const last = steps.at(-1) as PathStep
  return withOther(answer.body, steps, (holder) => {
    if (given !== absent) holder[last] = given
    else if (last === 'text') holder[last] = ''
    else delete holder[last]
  })
}
