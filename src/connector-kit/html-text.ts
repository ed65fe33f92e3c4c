// Only tags that message editors produce count: a guest may write "<3" or "the key is <under the mat>".
const tag =
  /<\/?(?:p|div|br|b|i|u|s|em|strong|span|a|ul|ol|li|h[1-6]|font|table|tbody|tr|td|th|html|head|body|blockquote|hr|img|pre|code|small)(?:\s[^<>]*)?\/?>/gi
const hidden = /<(style|script|title)(?:\s[^<>]*)?>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const lineEnd = /<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote)\s*>/gi
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Converts possible HTML to plain text with line ends; other text stays as it is. */
export function textOfHtml(value: string): string {
  if (value.search(tag) < 0) return value
  const lines = value.replace(hidden, '').replace(/\s+/g, ' ').replace(lineEnd, '\n').replace(tag, '')
  return lines
    .replace(entity, readEntity)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function readEntity(
  written: string,
  decimal: string | undefined,
  hex: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? written
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written
}
