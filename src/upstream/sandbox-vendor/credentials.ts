import { Type, type Static, type TSchema } from 'typebox'
import type { Connector } from '../../connector-kit/connector.ts'
import type { CredentialField, Manifest } from '../../connector-kit/manifest.ts'
import { ApiError } from '../../platform/api-error.ts'

interface CredentialWord {
  form: RegExp
  en: string
  fr: string
  example: string
}

/** The word is `sandbox`, or `sandbox-2` for a second account. */
const word: CredentialWord = {
  form: /^sandbox(-[a-z0-9]{1,20})?$/,
  en: 'This is a sandbox: enter the word “sandbox”, or “sandbox-2” for another account.',
  fr: 'Ceci est un bac à sable : saisissez le mot « sandbox », ou « sandbox-2 » pour un autre compte.',
  example: 'sandbox',
}

/** A property is claimed by its number; the fixtures' numbers are excluded. */
const number: CredentialWord = {
  form: /^90021\d\d$/,
  en: 'This is a sandbox: enter 9002101, or 9002102 for another property.',
  fr: 'Ceci est un bac à sable : saisissez 9002101, ou 9002102 pour un autre établissement.',
  example: '9002101',
}

const wordFor = ({ connectPattern }: Pick<Manifest, 'connectPattern'>): CredentialWord =>
  connectPattern === 'claim' ? number : word

/** Fixtures have other names, because no caller connected them. */
export const isConnectedName = (name: string): boolean => word.form.test(name) || number.form.test(name)

type CredentialShape = { required?: string[]; properties?: Record<string, { type?: string } | undefined> }

/** Accepts any text in the provider's fields, so that wrong values are told apart from missing ones. */
export function sandboxCredentials(real: TSchema): TSchema {
  const { required = [], properties = {} } = real as CredentialShape
  const fields = Object.entries(properties).map(([key, value]) => {
    const text = value?.type === 'array' ? Type.Array(Type.String()) : Type.String()
    return [key, required.includes(key) ? text : Type.Optional(text)] as const
  })
  return Type.Object(Object.fromEntries(fields))
}

export function sandboxFields(manifest: Pick<Manifest, 'credentials' | 'connectPattern'>): CredentialField[] {
  const { en, fr } = wordFor(manifest)
  return manifest.credentials.map((field) =>
    field.choices ? field : { ...field, help: en, fr: { ...field.fr, help: fr } },
  )
}

/** Permissions stand beside the secret in the credentials and are no sandbox word. */
const entered = (
  { manifest, consent }: Pick<Connector, 'manifest' | 'consent'>,
  credentials: Static<TSchema>,
) =>
  manifest.credentials
    .filter(({ choices, secret }) => !choices && (consent === undefined || secret))
    .flatMap(({ key }) => [(credentials as Record<string, unknown>)[key] ?? []].flat().map(String))

export const sandboxAccount = (
  connector: Pick<Connector, 'manifest' | 'consent'>,
  credentials: Static<TSchema>,
) => entered(connector, credentials)[0] ?? 'sandbox'

/** Throws for credentials that may be those of a real account. The error does not repeat them. */
export function assertSandboxCredentials(connector: Connector, credentials: Static<TSchema>): void {
  const values = entered(connector, credentials)
  const { form, example } = wordFor(connector.manifest)
  if (values.length > 0 && values.every((value) => form.test(value))) return
  throw new ApiError(
    'forbidden',
    'In a sandbox only made-up accounts are connected: nothing was sent to the provider.',
    { field: 'credentials' },
    {
      fix: `Send \`${example}\` as the value of every credential, or connect the real account with a live key.`,
    },
  )
}
