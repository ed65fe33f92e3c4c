/** Reads credentials from a file, the environment or a terminal, never from the command line. */
import { readFileSync, statSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import type { Connector } from '../../connector-kit/connector.ts'
import { providerForm } from '../../connector-kit/credential-form.ts'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { UsageError } from '../command.ts'
import { ask } from './ask.ts'

export interface CredentialSources {
  file: string | undefined
  /** The text of CERTIFY_CREDENTIALS. */
  variable: string | undefined
  isTerminal: boolean
  warn(line: string): void
}

export async function findCredentials<C extends TSchema>(
  connector: Connector<C>,
  sources: CredentialSources,
): Promise<Static<C>> {
  const form = providerForm(connector).form.map(({ label, help, choices, ...field }) => ({
    ...field,
    label: label.en,
    help: choices === undefined ? help.en : `${help.en} ${choices.map(({ value }) => value).join(' or ')}`,
  }))
  const read = readCredentials(connector, await findGiven(form, sources))
  if (read.ok) return read.credentials
  // Only field names are shown, since a value in the wrong place is still a secret.
  const fields = connector.manifest.credentials.map(({ key }) => key).join(', ')
  const wrong = [
    read.missing.length === 0 ? '' : `missing: ${read.missing.join(', ')}`,
    read.invalid.length === 0 ? '' : `not of the right form: ${read.invalid.join(', ')}`,
    read.unknown.length === 0 ? '' : `${read.unknown.length} unknown`,
  ].filter(Boolean)
  throw new UsageError(
    `The credentials of ${connector.manifest.displayName} are ${fields}; ${wrong.join('; ')}`,
  )
}

interface CredentialPrompt {
  key: string
  label: string
  help: string
  secret: boolean
  optional?: boolean
  kind?: string
}

/** Returns what was given without checking it. */
export async function findGiven(
  form: readonly CredentialPrompt[],
  { file, variable, isTerminal, warn }: CredentialSources,
): Promise<Record<string, unknown>> {
  if (file !== undefined) {
    if (isOpenToOthers(file))
      warn('Others can read the file of the credentials; chmod 600 keeps it for you only.')
    return objectIn(readText(file), 'The file of the credentials')
  }
  if (variable !== undefined && variable !== '') return objectIn(variable, 'CERTIFY_CREDENTIALS')
  if (!isTerminal) throw new UsageError('Credentials are needed: --credentials <file> or CERTIFY_CREDENTIALS')
  const values: Record<string, unknown> = {}
  for (const { key, label, help, secret, optional = false, kind } of form) {
    const text = await ask(`${label}${optional ? ' (may be left empty)' : ''}: `, { hint: help, secret })
    values[key] = kind === 'list' ? text.split(',').flatMap((part) => part.trim() || []) : text
  }
  return values
}

const isOpenToOthers = (file: string): boolean => {
  const status = statSync(file, { throwIfNoEntry: false })
  return status !== undefined && process.platform !== 'win32' && (status.mode & 0o077) !== 0
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError('The file of the credentials cannot be read')
  }
}

// The parser's own message would quote the secret text.
function objectIn(text: string, sourceName: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`${sourceName} does not hold JSON`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new UsageError(`${sourceName} does not hold a JSON object`)
}
