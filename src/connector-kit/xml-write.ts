/** Writes XML with every text and attribute escaped, so that it reads back the same. */
import type { Xml } from './xml.ts'

type XmlScalar = string | number | boolean
type XmlContent = Xml | XmlScalar | undefined | readonly (Xml | undefined)[]

const nameOf = /^[A-Za-z_][\w.:-]*$/

/** Undefined attributes, elements and texts are left out. */
export function xml(
  name: string,
  attributes: Readonly<Record<string, XmlScalar | undefined>> = {},
  ...content: readonly XmlContent[]
): Xml {
  const parts = content.flat().filter((part) => part !== undefined)
  const defined = Object.entries(attributes).filter(
    (entry): entry is [string, XmlScalar] => entry[1] !== undefined,
  )
  for (const one of [name, ...defined.map(([key]) => key)]) {
    if (!nameOf.test(one)) throw new TypeError(`"${one}" is not a name of XML`)
  }
  return {
    name,
    attributes: Object.fromEntries(defined.map(([key, value]) => [key, String(value)])),
    children: parts.filter((part) => typeof part === 'object'),
    text: parts.filter((part) => typeof part !== 'object').join(''),
  }
}

/** Writes the document with its declaration; comments follow the root. */
export function writeXml(root: Xml, ...comments: readonly string[]): string {
  const behind = comments.map((comment) => `\n<!-- ${writable(comment).replaceAll(/-(?=-|$)/g, '- ')} -->`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}${behind.join('')}\n`
}

/** An element holds text or elements; where it holds both, the text comes first. */
function written({ name, attributes, children, text }: Xml): string {
  const attributeText = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(value, inAttributes)}"`,
  )
  const inner = escaped(text, inTexts) + children.map(written).join('')
  return inner === ''
    ? `<${name}${attributeText.join('')}/>`
    : `<${name}${attributeText.join('')}>${inner}</${name}>`
}

const inTexts = /[&<>\r]/g
// Parsers turn line ends and tabs in attributes into spaces.
const inAttributes = /[&<>"\r\n\t]/g
const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string, signs: RegExp): string =>
  writable(text).replace(signs, (sign) => names[sign] ?? `&#${sign.charCodeAt(0)};`)

// Lone surrogates and most control characters cannot stand in XML, not even escaped.
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const writable = (text: string): string => text.toWellFormed().replace(unwritable, '\ufffd')
