/**
 * XML as vendors exchange it: a tree of elements with attributes and text. No entity but the five of XML is known, no document
 * type is taken, and how large and how deep a document may be is bounded before the parser sees it.
 */
import { parseXml, XmlComment, XmlDeclaration, XmlElement, XmlText } from '@rgrove/parse-xml'

export interface Xml {
  /** As it was written, with the prefix where it has one: namespaces are not looked at. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Xml[]
  /** What stands between its tags, elements left out. */
  readonly text: string
}

export interface XmlLimits {
  /** Bytes of what came as bytes, characters of a text. */
  largest: number
  deepest: number
  /** Elements and attributes: each takes the parser some microseconds. */
  widest: number
}

export interface ParsedXml {
  root: Xml
  /** What stands in comments beside the root, where a vendor puts the id of its answer. */
  comments: string[]
}

/** Why a document was not read. The words quote nothing of it. */
export class XmlError extends Error {
  readonly reason: 'too_large' | 'too_deep' | 'too_wide' | 'doctype' | 'encoding' | 'malformed'

  constructor(reason: XmlError['reason'], options?: ErrorOptions) {
    super(`the XML was not read: ${reason.replace('_', ' ')}`, options)
    this.reason = reason
  }
}

const usualLimits: XmlLimits = { largest: 16 * 1024 * 1024, deepest: 64, widest: 100_000 }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws an XmlError for what is not XML, and for what goes beyond the limits. */
export function readXml(source: string | Uint8Array, limits: XmlLimits = usualLimits): ParsedXml {
  if (source.length > limits.largest) throw new XmlError('too_large')
  const text = decoded(source)
  refuseShape(text, limits)
  const document = orMalformed(() => parseXml(text, { preserveComments: true, preserveXmlDeclaration: true }))
  const comments: string[] = []
  for (const node of document.children) {
    if (node instanceof XmlComment) comments.push(node.content.trim())
    const encoding = node instanceof XmlDeclaration ? node.encoding : null
    if (encoding && encoding.toLowerCase() !== 'utf-8') throw new XmlError('encoding')
  }
  if (document.root === null) throw new XmlError('malformed')
  return { root: treeOf(document.root), comments }
}

function decoded(source: string | Uint8Array): string {
  if (typeof source === 'string') return source
  try {
    return utf8.decode(source)
  } catch (cause) {
    throw new XmlError('encoding', { cause })
  }
}

function orMalformed<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new XmlError('malformed', { cause })
  }
}

function treeOf({ name, attributes, children }: XmlElement): Xml {
  const elements = children.filter((child) => child instanceof XmlElement)
  const texts = children.filter((child) => child instanceof XmlText)
  return {
    name,
    attributes,
    children: elements.map(treeOf),
    text: texts.map(({ text }) => text).join(''),
  }
}

/** What looks like tags in there is none. */
const opaque = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/**
 * The parser calls itself for each element within another. Where this stops early, at something that does not end, the
 * parser stops as well.
 */
function refuseShape(text: string, { deepest, widest }: XmlLimits): void {
  let depth = 0
  let width = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const [start, end] = opaque.find(([first]) => text.startsWith(first, at)) ?? []
    if (start !== undefined) {
      const behind = text.indexOf(end, at + start.length)
      if (behind < 0) return
      at = behind + end.length
      continue
    }
    if (text.startsWith('<!', at)) throw new XmlError('doctype')
    if (text.startsWith('</', at)) {
      depth -= 1
      at += 2
      continue
    }
    const { end: close, attributes } = endOfTag(text, at)
    width += 1 + attributes
    if (width > widest) throw new XmlError('too_wide')
    if (close < 0) return
    if (text[close - 1] !== '/') depth += 1
    if (depth > deepest) throw new XmlError('too_deep')
    at = close
  }
}

/** Where a tag ends, signs within quotes not counted, and how many quotes there were; -1 where it does not. */
function endOfTag(text: string, from: number): { end: number; attributes: number } {
  let attributes = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '>') return { end: at, attributes }
    if (sign !== '"' && sign !== "'") continue
    attributes += 1
    at = text.indexOf(sign, at + 1)
    if (at < 0) break
  }
  return { end: -1, attributes }
}

/** The first element of this name directly within another. */
export const childOf = (xml: Xml | undefined, name: string): Xml | undefined =>
  xml?.children.find((child) => child.name === name)

export const childrenOf = (xml: Xml | undefined, name: string): Xml[] =>
  xml?.children.filter((child) => child.name === name) ?? []

/** The text of such an element; undefined where it is not there. */
export const textIn = (xml: Xml | undefined, name: string): string | undefined => childOf(xml, name)?.text
