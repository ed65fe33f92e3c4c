/** A request to paste for an operation, in several languages. */
import type { Parameter } from '../openapi/fixed-parts.ts'
import type { OpenApiOperation } from '../openapi/operation.ts'

/** What every language writes down in its own way. */
export interface SampleRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: unknown
}

/** Stands for the key of the reader; each language reads it from the environment. */
const keyPlace = '$API_KEY'

const exampleOf = (parameter: Parameter): string => {
  const { examples, enum: values } = parameter.schema as { examples?: unknown[]; enum?: unknown[] }
  return String(examples?.[0] ?? values?.[0] ?? '4812')
}

/** A parameter that another spelling can stand in for is required although the description cannot say so formally. */
const isNeeded = (parameter: Parameter) =>
  parameter.required || parameter.description?.startsWith('Required.') === true

export function sampleRequest(
  path: string,
  method: string,
  operation: OpenApiOperation,
  options: { parameters: readonly Parameter[]; baseUrl: string },
): SampleRequest {
  const { parameters, baseUrl } = options
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (url, parameter) => url.replace(`{${parameter.name}}`, encodeURIComponent(exampleOf(parameter))),
      path,
    )
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && isNeeded(parameter))
    .map((parameter) => `${parameter.name}=${encodeURIComponent(exampleOf(parameter))}`)
    .join('&')
  const body = operation.requestBody?.content['application/json'].example
  const key = parameters.find(({ name }) => name === 'Idempotency-Key')
  return {
    method: method.toUpperCase(),
    url: `${baseUrl}${filled}${query ? `?${query}` : ''}`,
    headers: [
      ...(operation.security ? [] : [['Authorization', `Bearer ${keyPlace}`] as [string, string]]),
      ...(key ? [['Idempotency-Key', exampleOf(key)] as [string, string]] : []),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    body,
  }
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function curl({ method, url, headers, body }: SampleRequest): string {
  const header = ([name, value]: [string, string]) =>
    // Double quotes let the shell put the key in.
    value.includes(keyPlace) ? `-H "${name}: ${value}"` : `-H ${shellQuoted(`${name}: ${value}`)}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${/[?&]/.test(url) ? shellQuoted(url) : url}`,
    ...headers.map(header),
    ...(body === undefined ? [] : [`-d ${shellQuoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

function javascript({ method, url, headers, body }: SampleRequest): string {
  const header = ([name, value]: [string, string]) =>
    value.includes(keyPlace)
      ? `    '${name}': \`${value.replace(keyPlace, '${process.env.API_KEY}')}\`,`
      : `    '${name}': ${JSON.stringify(value)},`
  const parts = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map(header), '  },']),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`]),
  ]
  const call = parts.length === 0 ? `fetch('${url}')` : `fetch('${url}', {\n${parts.join('\n')}\n})`
  return `const response = await ${call}\nconst answer = await response.json()\nif (!response.ok) throw new Error(answer.error.fix)`
}

/** JSON with the words that Python has for its constants; strings are left alone. */
const pythonLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => ({ true: 'True', false: 'False', null: 'None' })[token] ?? token,
  )

function python({ method, url, headers, body }: SampleRequest): string {
  const withKey = headers.some(([, value]) => value.includes(keyPlace))
  const header = ([name, value]: [string, string]) =>
    value.includes(keyPlace)
      ? `        "${name}": f"${value.replace(keyPlace, "{os.environ['API_KEY']}")}",`
      : `        "${name}": ${JSON.stringify(value)},`
  // The library writes the type of a JSON body itself.
  const shown = headers.filter(([name]) => name !== 'Content-Type')
  const parts = [
    `    "${url}",`,
    ...(shown.length === 0 ? [] : ['    headers={', ...shown.map(header), '    },']),
    ...(body === undefined ? [] : [`    json=${indented(pythonLiteral(body), '    ')},`]),
  ]
  return [
    ...(withKey ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...parts,
    ')',
    'response.raise_for_status()',
    'answer = response.json()',
  ].join('\n')
}

export const sampleLanguages: readonly {
  id: string
  label: string
  write: (request: SampleRequest) => string
}[] = [
  { id: 'curl', label: 'curl', write: curl },
  { id: 'javascript', label: 'JavaScript', write: javascript },
  { id: 'python', label: 'Python', write: python },
]
