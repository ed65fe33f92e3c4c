/** Colours in code without an element for each word, where the browser can do that; and a button to copy it. */
import { el } from '../connect/dom.ts'

const strings = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/.source
const words = 'const|await|import|from|if|throw|new|function|return|export|async|curl|npm|let'
const pattern = new RegExp(
  `(?<comment>(?<=^|\\s)(?://|#(?= ))[^\\n]*)|(?<name>"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:))|(?<string>${strings})|(?<number>(?<![\\w./:-])\\d+(?:\\.\\d+)?\\b(?![.:]))|(?<word>\\b(?:${words}|true|false|null|None|True|False)\\b)`,
  'gm',
)
const kinds = ['comment', 'name', 'string', 'number', 'word']

function rangeOf(node: Text, start: number, end: number): Range {
  const range = new Range()
  range.setStart(node, start)
  range.setEnd(node, end)
  return range
}

const coloured = new WeakMap<Element, Text>()

/** Adds the words of one example to the highlights of the page. */
function colour(code: Element): void {
  const node = code.firstChild
  if (!('highlights' in CSS) || !(node instanceof Text) || coloured.get(code) === node) return
  coloured.set(code, node)
  for (const match of node.data.matchAll(pattern)) {
    const kind = kinds.find((name) => match.groups?.[name] !== undefined)
    if (kind === undefined) continue
    const known = CSS.highlights.get(kind) ?? new Highlight()
    CSS.highlights.set(kind, known.add(rangeOf(node, match.index, match.index + match[0].length)))
  }
}

/** A new text takes the place of the node, whose ranges are gone with it. */
export function writeCode(code: Element, text: string): void {
  if (code.textContent === text) return
  code.replaceChildren(document.createTextNode(text))
  if (code.checkVisibility()) colour(code)
}

const copiedForMs = 1500

export function copyButton(read: () => string): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'copy' }, 'Copy')
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(read()).then(
      () => say('Copied'),
      () => say('Not allowed'),
    )
  })
  const say = (text: string) => {
    button.textContent = text
    setTimeout(() => (button.textContent = 'Copy'), copiedForMs)
  }
  return button
}

/** Long pages have hundreds of examples: each is coloured when it comes near. */
export function watchCode(root: ParentNode): void {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        seen.unobserve(target)
        colour(target)
      }
    },
    { rootMargin: '600px' },
  )
  for (const code of root.querySelectorAll('pre > code')) seen.observe(code)
  for (const pre of root.querySelectorAll('.prose pre')) {
    const frame = el('div', { class: 'copied' })
    pre.replaceWith(frame)
    frame.append(
      pre,
      copyButton(() => pre.textContent ?? ''),
    )
  }
  for (const caption of root.querySelectorAll('figure.code:not([data-language]) > figcaption')) {
    caption.append(copyButton(() => caption.parentElement?.querySelector('code')?.textContent ?? ''))
  }
}
