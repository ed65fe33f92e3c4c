/** A form that sends one operation to this server with a sandbox key, and shows what is answered. */
import { el } from '../connect/dom.ts'
import {
  sampleRequest,
  valueName,
  type SampleRequest,
  type ShapeParameter,
} from '../../src/http/docs-pages/request-sample.ts'
import { copyButton, writeCode } from './code.ts'
import { keptKey } from './kept.ts'
import { keyField, tellKey, type ShownOperation } from './samples.ts'

/** Longer answers are cut: a browser takes long over megabytes of text. */
const mostShown = 200_000

/** The server may be reached below a path. */
const apiBase = () => location.origin + location.pathname.slice(0, location.pathname.indexOf('/docs'))

/** Why nothing is sent, or null. */
function refusal(needsKey: boolean): string | null {
  const key = keptKey()
  if (!needsKey) return null
  if (key === '')
    return 'Enter a sandbox key first. The first start of the server prints one: it begins with sk_test_.'
  return key.startsWith('sk_test_') ? null : 'Only sandbox keys are sent from here: they begin with sk_test_.'
}

/** An id that the sandbox has, from the list that the parameter's records stand in. */
async function findId(list: string): Promise<string> {
  const answer = await fetch(`${apiBase()}${list}`, {
    headers: { authorization: `Bearer ${keptKey()}` },
    credentials: 'omit',
  })
  const body = (await answer.json()) as { data?: { id?: unknown }[] }
  const id = body.data?.[0]?.id
  if (typeof id === 'string' || typeof id === 'number') return String(id)
  throw new Error(`The sandbox has none: ${list} answered ${answer.status}.`)
}

function inputFor(parameter: ShapeParameter, value: string): HTMLInputElement | HTMLSelectElement {
  const { values, required, example } = parameter
  if (values === undefined || values.length > 30)
    return el('input', {
      type: 'text',
      value,
      placeholder: example,
      autocomplete: 'off',
      spellcheck: 'false',
    })
  const options = [...(required ? [] : ['']), ...values]
  return el(
    'select',
    {},
    ...options.map((option) =>
      el('option', { value: option, selected: option === value }, option || '(left out)'),
    ),
  )
}

function findButton(list: string, input: HTMLInputElement | HTMLSelectElement, say: (text: string) => void) {
  const button = el('button', { type: 'button', class: 'quiet' }, 'Find one')
  button.addEventListener('click', () => {
    const why = refusal(true)
    if (why !== null) return say(why)
    findId(list).then(
      (id) => {
        input.value = id
        input.dispatchEvent(new Event('input'))
        say('')
      },
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    )
  })
  return button
}

interface FormParts {
  changed: () => void
  say: (text: string) => void
}

function parameterRow(
  parameter: ShapeParameter,
  { values }: ShownOperation,
  { changed, say }: FormParts,
): HTMLElement {
  const name = valueName(parameter)
  const input = inputFor(parameter, values.parameters[name] ?? '')
  const take = () => {
    values.parameters[name] = input.value
    changed()
  }
  input.addEventListener('input', take)
  const mark = parameter.required ? 'required' : 'optional'
  return el(
    'div',
    { class: 'row' },
    el(
      'label',
      {},
      el('span', { class: 'name' }, parameter.name),
      el('span', { class: `badge ${mark}` }, mark),
      input,
    ),
    parameter.list === undefined ? null : findButton(parameter.list, input, say),
  )
}

function bodyField({ values }: ShownOperation, changed: () => void): HTMLElement {
  const area = el('textarea', { spellcheck: 'false', autocomplete: 'off' })
  area.value = values.body ?? '{}'
  area.rows = Math.min(18, area.value.split('\n').length + 1)
  values.body = area.value
  const problem = el('p', { class: 'problem', role: 'status' })
  area.addEventListener('input', () => {
    values.body = area.value.trim() === '' ? undefined : area.value
    problem.textContent = values.body === undefined ? '' : complaint(values.body)
    changed()
  })
  return el('div', { class: 'row' }, el('label', {}, el('span', { class: 'name' }, 'Body'), area), problem)
}

function complaint(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return error instanceof Error ? `No JSON yet: ${error.message}` : ''
  }
}

interface ShownAnswer {
  status: number
  statusText: string
  ms: number
  headers: [string, string][]
  text: string
}

async function send({ method, url, headers, body }: SampleRequest): Promise<ShownAnswer> {
  const startedAt = performance.now()
  const answer = await fetch(url, {
    method,
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body }),
    // Nobody's sign-in takes part, and nothing is answered from what the browser kept.
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
  })
  const text = await answer.text()
  return {
    status: answer.status,
    statusText: answer.type === 'opaqueredirect' ? 'Sent on to another address' : answer.statusText,
    ms: performance.now() - startedAt,
    headers: [...answer.headers],
    text,
  }
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** What to do about a refusal, from the envelope of the error. */
function fixOf(text: string): HTMLElement | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; fix?: string } }
    if (typeof error?.code !== 'string') return null
    const page = `${location.pathname.slice(0, location.pathname.indexOf('/docs'))}/docs/errors/${encodeURIComponent(error.code)}`
    return el(
      'p',
      { class: 'fix' },
      el('strong', {}, 'Fix: '),
      `${error.fix ?? ''} `,
      el('a', { href: page }, `More about ${error.code}`),
    )
  } catch {
    return null
  }
}

function answerView({ status, statusText, ms, headers, text }: ShownAnswer): Node[] {
  const code = el('code', { 'data-lang': 'json' })
  const shown = formatted(text)
  const kind = status >= 400 ? 'bad' : 'good'
  const bytes = new Blob([text]).size
  return [
    el(
      'p',
      { class: 'result' },
      el('strong', { class: kind }, `${status === 0 ? '302' : status} ${statusText}`),
      ` ${Math.round(ms)} ms, ${bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} KB`}`,
    ),
    ...[fixOf(text)].filter((part) => part !== null),
    el(
      'details',
      {},
      el('summary', {}, `${headers.length} headers`),
      el('pre', { tabindex: '0' }, headers.map(([name, value]) => `${name}: ${value}`).join('\n')),
    ),
    text === ''
      ? el('p', { class: 'soft' }, 'No body.')
      : el(
          'figure',
          { class: 'code' },
          el(
            'figcaption',
            {},
            'Body',
            copyButton(() => shown),
          ),
          el('pre', { tabindex: '0' }, written(code, shown)),
        ),
  ]
}

function written(code: HTMLElement, text: string): HTMLElement {
  queueMicrotask(() =>
    writeCode(code, text.length > mostShown ? `${text.slice(0, mostShown)}\n… (cut)` : text),
  )
  return code
}

function form(operation: ShownOperation, changed: () => void): HTMLElement {
  const { shape, values, article } = operation
  const outcome = el('div', { class: 'outcome', 'aria-live': 'polite' })
  const note = el('p', { class: 'problem', role: 'status' })
  const parts: FormParts = { changed, say: (text) => (note.textContent = text) }
  const [main, more] = [
    shape.parameters.filter(
      (parameter) => parameter.in !== 'header' && (parameter.required || shape.parameters.length < 6),
    ),
    shape.parameters.filter(
      (parameter) => parameter.in === 'header' || !(parameter.required || shape.parameters.length < 6),
    ),
  ]
  const row = (parameter: ShapeParameter) => parameterRow(parameter, operation, parts)
  const button = el('button', { type: 'submit', class: 'send' }, `Send to the sandbox`)
  const title = article.querySelector('h2')?.textContent ?? ''
  const element = el(
    'form',
    { class: 'try', 'aria-label': `Try: ${title}` },
    shape.needsKey ? keyField(tellKey) : null,
    ...main.map(row),
    more.length === 0
      ? null
      : el('details', {}, el('summary', {}, `${more.length} more parameters and headers`), ...more.map(row)),
    shape.takesBody ? bodyField(operation, changed) : null,
    note,
    button,
    outcome,
  )
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    const why = refusal(shape.needsKey)
    parts.say(why ?? '')
    if (why !== null) return
    button.disabled = true
    const request = sampleRequest(shape, { baseUrl: apiBase(), values, key: keptKey() })
    void send(request)
      .then(
        (answer) => {
          outcome.replaceChildren(...answerView(answer))
          outcome.scrollIntoView({ block: 'nearest' })
        },
        (error: unknown) =>
          parts.say(`The server could not be reached: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => (button.disabled = false))
  })
  return element
}

/** Each try is a write of its own: repeating the example's key would repeat the example's answer. */
function freshKey({ values, shape }: ShownOperation): void {
  const parameter = shape.parameters.find(({ name }) => name === 'Idempotency-Key')
  if (parameter) values.parameters[valueName(parameter)] = ''
}

/** Opens the form below the examples, or folds it away. */
export function toggleForm(operation: ShownOperation, button: HTMLElement, changed: () => void): void {
  const known = operation.article.querySelector<HTMLElement>('form.try')
  const element = known ?? form((freshKey(operation), operation), changed)
  if (known) known.hidden = !known.hidden
  else operation.article.querySelector('[data-languages]')?.after(element)
  button.setAttribute('aria-expanded', String(!element.hidden))
  changed()
  if (!element.hidden) element.querySelector<HTMLElement>('input, textarea, button')?.focus()
}
