/**
 * Writes sample requests for an operation in several languages. The pages load this same file, so it imports
 * types only.
 */

/** A request can be written from these parts of an operation. */
export interface OperationShape {
  method: string
  path: string
  needsKey: boolean
  takesBody: boolean
  body?: unknown
  parameters: ShapeParameter[]
}

export interface ShapeParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  /** The samples show this value. */
  example: string
  values?: string[]
  /** Records of this list have ids that fit here. */
  list?: string
}

/** Values are keyed by place and name (`query limit`); the body is text. */
export interface RequestValues {
  parameters: Record<string, string>
  body: string | undefined
}

/** Each language writes this request in its own way. */
export interface SampleRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** A body that is not JSON is written as it is. */
  body: string | undefined
}

export const valueName = ({ in: place, name }: Pick<ShapeParameter, 'in' | 'name'>): string =>
  `${place} ${name}`

/** Writes show the header that makes them safe to repeat. */
const isShown = ({ required, name }: ShapeParameter) => required || name === 'Idempotency-Key'

export const exampleValues = ({ parameters, body }: OperationShape): RequestValues => ({
  parameters: Object.fromEntries(
    parameters.filter(isShown).map((parameter) => [valueName(parameter), parameter.example]),
  ),
  body: body === undefined ? undefined : JSON.stringify(body, null, 2),
})

/** Samples without a key read it from the environment. */
const keyPlace = '$API_KEY'

export function sampleRequest(
  shape: OperationShape,
  { baseUrl, values, key = keyPlace }: { baseUrl: string; values: RequestValues; key?: string | undefined },
): SampleRequest {
  const valued = shape.parameters.flatMap((parameter) => {
    const value = values.parameters[valueName(parameter)]
    return value === undefined || value === '' ? [] : [{ ...parameter, value }]
  })
  const path = valued
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, value }) => url.replace(`{${name}}`, encodeURIComponent(value)), shape.path)
  const query = valued
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const headers = valued
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, value }): [string, string] => [name, value])
  return {
    method: shape.method.toUpperCase(),
    url: `${baseUrl}${path}${query ? `?${query}` : ''}`,
    headers: [
      ...(shape.needsKey ? [['Authorization', `Bearer ${key}`] as [string, string]] : []),
      ...headers,
      ...(values.body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    body: values.body,
  }
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function curl({ method, url, headers, body }: SampleRequest): string {
  const header = ([name, value]: [string, string]) =>
    // Double quotes let the shell insert the key.
    value.includes(keyPlace) ? `-H "${name}: ${value}"` : `-H ${shellQuoted(`${name}: ${value}`)}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${/[?&]/.test(url) ? shellQuoted(url) : url}`,
    ...headers.map(header),
    ...(body === undefined ? [] : [`-d ${shellQuoted(body)}`]),
  ].join(' \\\n  ')
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

/** Returns undefined for text that is no JSON yet. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function typescript({ method, url, headers, body }: SampleRequest): string {
  const header = ([name, value]: [string, string]) =>
    value.includes(keyPlace)
      ? `    '${name}': \`${value.replace(keyPlace, '${process.env.API_KEY}')}\`,`
      : `    '${name}': ${JSON.stringify(value)},`
  const value = body === undefined ? undefined : parsed(body)
  const written =
    value === undefined
      ? JSON.stringify(body)
      : `JSON.stringify(${indented(JSON.stringify(value, null, 2), '  ')})`
  const parts = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map(header), '  },']),
    ...(body === undefined ? [] : [`  body: ${written},`]),
  ]
  const call = parts.length === 0 ? `fetch('${url}')` : `fetch('${url}', {\n${parts.join('\n')}\n})`
  return `const response = await ${call}\nconst answer = await response.json()\nif (!response.ok) throw new Error(answer.error.fix)`
}

/** Python's constants replace JSON's; strings stay as they are. */
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
  const value = body === undefined ? undefined : parsed(body)
  // The library sets the type of a JSON body itself.
  const ownHeaders = headers.filter(([name]) => value === undefined || name !== 'Content-Type')
  const written =
    value === undefined ? `data=${JSON.stringify(body)}` : `json=${indented(pythonLiteral(value), '    ')}`
  const parts = [
    `    "${url}",`,
    ...(ownHeaders.length === 0 ? [] : ['    headers={', ...ownHeaders.map(header), '    },']),
    ...(body === undefined ? [] : [`    ${written},`]),
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
  { id: 'typescript', label: 'TypeScript', write: typescript },
  { id: 'python', label: 'Python', write: python },
]
