/**
 * Reads XML as vendors exchange it: a tree of elements with attributes and text. Only XML's five entities are
 * known, document types are refused, and size and depth are bounded before the parser runs.
 */
import { parseXml, XmlComment, XmlDeclaration, XmlElement, XmlText } from '@rgrove/parse-xml'

export interface Xml {
  /** The name is as written, with its prefix: namespaces are ignored. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Xml[]
  /** The text stands between the element's tags, without child elements. */
  readonly text: string
}

export interface XmlLimits {
  /** Limits count bytes of binary input and characters of text. */
  largest: number
  deepest: number
  /** Elements and attributes count, since each takes the parser some microseconds. */
  widest: number
}

export interface ParsedXml {
  root: Xml
  /** Vendors put the id of an answer into comments beside the root. */
  comments: string[]
}

/** The words say why a document was not read and quote nothing of it. */
export class XmlError extends Error {
  readonly reason: 'too_large' | 'too_deep' | 'too_wide' | 'doctype' | 'encoding' | 'malformed'

  constructor(reason: XmlError['reason'], options?: ErrorOptions) {
    super(`the XML was not read: ${reason.replace('_', ' ')}`, options)
    this.reason = reason
  }
}

const usualLimits: XmlLimits = { largest: 16 * 1024 * 1024, deepest: 64, widest: 100_000 }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws an XmlError for text that is not XML, and for text beyond the limits. */
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

/** Tags in these sections are plain text. */
const opaque = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/**
 * The parser recurses for each nested element. Where this check stops early, at something unclosed, the
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

/** Finds the end of a tag outside quotes, and counts the quoted attributes; -1 if it is unclosed. */
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

/** Returns the first child element of this name. */
export const childOf = (xml: Xml | undefined, name: string): Xml | undefined =>
  xml?.children.find((child) => child.name === name)

export const childrenOf = (xml: Xml | undefined, name: string): Xml[] =>
  xml?.children.filter((child) => child.name === name) ?? []

/** Returns the text of the first child of this name; undefined if there is none. */
export const textIn = (xml: Xml | undefined, name: string): string | undefined => childOf(xml, name)?.text
