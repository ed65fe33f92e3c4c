import type { Static, TSchema } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import type { Connector } from './connector.ts'
import type { CredentialField } from './manifest.ts'

export type ReadCredentials<C extends TSchema> =
  | { ok: true; credentials: Static<C> }
  | { ok: false; missing: string[]; unknown: string[]; invalid: string[] }

/** Reads credentials under any accepted name into the connector's shape. */
export function readCredentials<C extends TSchema>(
  connector: Connector<C>,
  input: Record<string, unknown>,
): ReadCredentials<C> {
  const fields = connector.manifest.credentials
  const named = Object.entries(input).map(([name, value]) => ({
    name,
    field: fieldNamed(fields, name),
    value,
  }))
  const unknown = named.filter(({ field }) => field === undefined).map(({ name }) => name)
  const values = Object.fromEntries(
    named.flatMap(({ field, value }) =>
      field === undefined || blank(value) ? [] : [[field.key, cleaned(value)]],
    ),
  )
  const required = new Set<string>((connector.credentials as { required?: string[] }).required ?? [])
  const missing = fields.map((field) => field.key).filter((key) => required.has(key) && !(key in values))
  const credentials: unknown = values
  if (unknown.length === 0 && missing.length === 0 && Check(connector.credentials, credentials)) {
    return { ok: true, credentials: credentials as Static<C> }
  }
  const [, errors] = Errors(connector.credentials, values)
  const refused = errors.map((error) => error.instancePath.slice(1).split('/')[0])
  const invalid = [...new Set(refused)].filter(
    (key) => key !== undefined && key !== '' && !missing.includes(key),
  )
  return { ok: false, missing, unknown, invalid: invalid as string[] }
}

/** Returns the credentials that prove deliveries, for the registration. */
export function inboundSecrets<C extends TSchema>(
  { manifest }: Connector<C>,
  credentials: Static<C>,
): Record<string, string> {
  const fields = credentials as Record<string, unknown>
  return Object.fromEntries(
    manifest.credentials.flatMap(({ key, provesInbound }) => {
      const value = fields[key]
      return provesInbound === true && typeof value === 'string' ? [[key, value]] : []
    }),
  )
}

function fieldNamed(fields: CredentialField[], name: string): CredentialField | undefined {
  return fields.find((field) => field.key === name) ?? fields.find((field) => field.aliases?.includes(name))
}

// Ids may be numbers, and pasted values have spaces around them.
function cleaned(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : value
}

function blank(value: unknown): boolean {
  return value === null || value === undefined || cleaned(value) === ''
}
