/** A command to paste for an operation. */
import type { Parameter } from '../openapi/fixed-parts.ts'
import type { Operation } from '../openapi/operation.ts'

const exampleOf = (parameter: Parameter): string => {
  const { examples, enum: values } = parameter.schema as { examples?: unknown[]; enum?: unknown[] }
  return String(examples?.[0] ?? values?.[0] ?? '4812')
}

/** A parameter that another spelling can stand in for is required although the description cannot say so formally. */
const isNeeded = (parameter: Parameter) =>
  parameter.required || parameter.description?.startsWith('Required.') === true

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function curlFor(
  path: string,
  method: string,
  operation: Operation,
  options: { parameters: readonly Parameter[]; baseUrl: string },
): string {
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
  const address = `${baseUrl}${filled}${query ? `?${query}` : ''}`
  const body = operation.requestBody?.content['application/json'].example
  const parts = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${/[?&]/.test(address) ? quoted(address) : address}`,
    ...(operation.security ? [] : [`-H "Authorization: Bearer $API_KEY"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}
