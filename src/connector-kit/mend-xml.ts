/**
 * Repairs XML that people's text breaks: control characters, bare ampersands, HTML entities, blanks before the declaration. One such remark
 * would make all bookings of the answer unreadable.
 */

/** Ampersands are literal between these delimiters. */
const opaque = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
// XML 1.0 forbids these characters in any form, and lone surrogates.
const illegal =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const reference = /&(#(?:\d+|x[0-9a-f]+);|[a-z][a-z0-9]*;)?/gi
const ofXml = /^(?:amp|lt|gt|quot|apos);$/
/** Forms and editors produce these entities. */
const ofHtml: Readonly<Record<string, string>> = { 'nbsp;': '\u00a0', 'euro;': '€', 'hellip;': '…' }

/** Repairs a text that the parser refused. */
export function mendXml(text: string): string {
  const plain = text.trimStart().replace(illegal, '')
  const parts: string[] = []
  let at = 0
  for (let start = plain.indexOf('<'); start >= 0; start = plain.indexOf('<', start + 1)) {
    const [begin, end] = opaque.find(([first]) => plain.startsWith(first, start)) ?? []
    if (begin === undefined) continue
    const behind = plain.indexOf(end, start + begin.length)
    // An unclosed section is searched once, however often it begins.
    if (behind < 0) break
    parts.push(mendReferences(plain.slice(at, start)), mendOpaque(plain.slice(start, behind + end.length)))
    at = behind + end.length
    start = at - 1
  }
  return [...parts, mendReferences(plain.slice(at))].join('')
}

/** Two hyphens end a comment for the parser; comments mean nothing here. */
const mendOpaque = (found: string): string =>
  found.startsWith('<!--') ? `<!--${found.slice(4, -3).replaceAll('-', '\u2010')}-->` : found

function mendReferences(text: string): string {
  return text.replace(reference, (written, name: string | undefined) => {
    if (name === undefined) return '&amp;'
    if (name.startsWith('#')) return isCharacter(name) ? written : ''
    if (ofXml.test(name)) return written
    return ofHtml[name] ?? `&amp;${name}`
  })
}

/** A character reference must name a character that XML allows. */
function isCharacter(name: string): boolean {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1, -1))
  const isControl = code < 0x20 && ![0x9, 0xa, 0xd].includes(code)
  return (
    !isControl && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff
  )
}
