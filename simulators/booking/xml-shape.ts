/** Shapes of XML elements: attributes, content and number. Anything not named is refused. */
import { readXml, XmlError, type Xml } from '../../src/connector-kit/xml.ts'
import { isDay } from '../kit/clock.ts'
import { codes, type Wrong } from './answers.ts'

export type Check = readonly [fits: (value: string) => boolean, wanted: string]

export interface Shape {
  /** Required attributes, and optional ones. */
  needs?: Readonly<Record<string, Check>>
  may?: Readonly<Record<string, Check>>
  has?: Readonly<Record<string, ShapePart>>
  /** The check of an element's text; absent if it has none. */
  text?: Check
}

export interface ShapePart extends Shape {
  least?: number
  most?: number
}

export const like = (pattern: RegExp, expected: string): Check => [(value) => pattern.test(value), expected]
export const anyText: Check = [() => true, 'text']
export const number: Check = like(/^\d{1,12}$/, 'a whole number')
export const decimal: Check = like(/^\d{1,9}(\.\d{1,4})?$/, 'an amount')
export const bit: Check = like(/^[01]$/, '0 or 1')
export const day: Check = [isDay, 'a day as YYYY-MM-DD']
const moment: Check = like(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, 'a moment')
export const stamp: Check = like(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/, 'a moment as YYYY-MM-DD HH:MM:SS')
export const word = (...words: readonly string[]): Check => [
  (value) => words.includes(value),
  `one of ${words.join(', ')}`,
]
export const upTo = (most: number): Check => [
  (value) => /^\d{1,9}$/.test(value) && Number(value) <= most,
  `a whole number up to ${most}`,
]

/** Every OTA message has these attributes at its root. */
export const otaRoot = {
  needs: { TimeStamp: moment },
  may: { Target: word('Test', 'Production'), Version: anyText },
} as const

const ofXml = /^xmlns(:\w+)?$|^xsi:schemaLocation$/

/** Returns the root, or what is wrong with it. */
export function readRoot(body: unknown, name: string, shape: Shape): { root: Xml } | { wrong: Wrong[] } {
  if (!(body instanceof Uint8Array)) {
    return { wrong: [{ code: codes.unable, text: 'The request has no XML body' }] }
  }
  let root: Xml
  try {
    root = readXml(body).root
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return { wrong: [{ code: codes.unable, text: 'The XML of the request could not be parsed' }] }
  }
  if (root.name !== name) {
    return { wrong: [{ code: codes.unable, text: `The root element must be ${name}, not ${root.name}` }] }
  }
  const wrong = wrongIn(root, shape)
  return wrong.length > 0 ? { wrong } : { root }
}

function wrongIn(xml: Xml, shape: Shape, place = xml.name, record = recordOf(xml)): Wrong[] {
  const { needs = {}, may = {}, has = {}, text } = shape
  const wrong: Wrong[] = []
  const say = (code: number, words: string) =>
    wrong.push({ code, text: words, ...(record === undefined ? {} : { record }) })
  for (const name of Object.keys(needs)) {
    if (xml.attributes[name] === undefined) say(codes.missing, `${place}/@${name} is required`)
  }
  for (const [name, value] of Object.entries(xml.attributes)) {
    if (ofXml.test(name)) continue
    const known = Object.hasOwn(needs, name) ? needs[name] : Object.hasOwn(may, name) ? may[name] : undefined
    if (known === undefined) say(codes.unknown, `${place}/@${name} is not known`)
    else if (!known[0](value)) say(codes.invalid, `${place}/@${name} must be ${known[1]}`)
  }
  const own = xml.text.trim()
  if (text === undefined && own !== '') say(codes.invalid, `${place} takes no text`)
  if (text !== undefined && !text[0](own)) say(codes.invalid, `${place} must be ${text[1]}`)
  for (const child of xml.children) {
    const part = Object.hasOwn(has, child.name) ? has[child.name] : undefined
    if (part === undefined) say(codes.unknown, `${place}/${child.name} is not known`)
    else wrong.push(...wrongIn(child, part, `${place}/${child.name}`, recordOf(child) ?? record))
  }
  for (const [name, { least = 0, most = Infinity }] of Object.entries(has)) {
    const count = xml.children.filter((child) => child.name === name).length
    if (count < least) say(codes.missing, `${place}/${name} is required`)
    if (count > most) say(codes.invalid, `${place}/${name} may stand there ${most} times`)
  }
  return wrong
}

const recordOf = (xml: Xml): string | undefined => xml.attributes.LocatorID
