/**
 * Finds fields of answers that a connector never reads: each answer is wrapped in a proxy that notes reads.
 */
import { isFields } from '../answers.ts'
import type { VendorHttp } from '../http.ts'
import { XmlDocument } from '../xml-document.ts'
import type { Xml } from '../xml.ts'

export interface NotedFields {
  /**
   * Fields that came with a value, by their place: `GET /v2/listings listings.city`, and in XML `room@id`.
   */
  filled: Set<string>
  read: Set<string>
}

/**
 * Notes calls made through this client from now on. The object stays the same, since operations key their
 * memory by it.
 */
export function noteFields(http: VendorHttp, noted: NotedFields): void {
  for (const method of ['get', 'post'] as const) {
    const send = http[method].bind(http)
    http[method] = async (path: string, options?: object) => {
      const answer = await send(path, options)
      const call = `${method.toUpperCase()} ${withoutIds(path)}`
      noteFilled(answer, call, '', noted)
      return watched(answer, call, '', noted)
    }
  }
}

/** Replaces the parts of a path that name one record or a day. */
const withoutIds = (path: string): string =>
  path
    .split('/')
    .map((part) => (/\d{2}|^\d+$|^[A-Z0-9]{6,}$/.test(part) ? '*' : part))
    .join('/')

const isElement = (value: unknown): value is Xml =>
  isFields(value) && 'attributes' in value && 'children' in value

const under = (at: string, name: string): string =>
  at === '' || at.endsWith('@') ? at + name : `${at}.${name}`

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false && value !== 0

function noteFilled(value: unknown, call: string, at: string, noted: NotedFields): void {
  if (value instanceof XmlDocument) return noteFilled(value.root, call, '', noted)
  if (Array.isArray(value)) return value.forEach((one) => noteFilled(one, call, at, noted))
  if (isElement(value)) {
    noteFilled(value.attributes, call, `${value.name}@`, noted)
    noteFilled(value.children, call, '', noted)
    if (value.children.length === 0 && value.text.trim() !== '') noted.filled.add(`${call} ${value.name}`)
    return
  }
  if (isFields(value)) {
    for (const [name, one] of Object.entries(value)) noteFilled(one, call, under(at, name), noted)
    return
  }
  if (isFilled(value)) noted.filled.add(`${call} ${at}`)
}

/** Returns a proxy of the value that notes which fields are read. */
function watched<V>(value: V, call: string, at: string, noted: NotedFields): V {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target)
      if (typeof name === 'symbol' || typeof found === 'function') return found
      const here = placeOf(target, name, at)
      if (typeof found === 'object') return watched(found, call, here, noted)
      if (name !== 'length') noted.read.add(`${call} ${here}`)
      return found
    },
  })
}

function placeOf(target: object, name: string, at: string): string {
  if (target instanceof XmlDocument || Array.isArray(target)) return at
  if (!isElement(target)) return under(at, name)
  if (name === 'text') return target.name
  return name === 'attributes' ? `${target.name}@` : ''
}
