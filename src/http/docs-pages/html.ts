/** Templates escape every value unless it is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (part === undefined || part === false) return ''
  return typeof part === 'object' ? part.map(textOf).join('') : escapeHtml(String(part))
}

export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.reduce((text, literal, i) => `${text}${textOf(parts[i - 1])}${literal}`))
}
