/** What stands for credentials in a sandbox. Pure. */
import { Type, type Static, type TSchema } from 'typebox'
import type { Connector } from '../../connector-kit/connector.ts'
import type { CredentialField } from '../../connector-kit/manifest.ts'
import { ApiError } from '../../platform/api-error.ts'

/** `sandbox`, or `sandbox-2` for a second account. */
const form = /^sandbox(-[a-z0-9]{1,20})?$/

type Shape = { required?: string[]; properties?: Record<string, { type?: string } | undefined> }

/** The same fields as the provider's, with any text in them: what is not the sandbox's is told apart from what is missing. */
export function sandboxCredentials(real: TSchema): TSchema {
  const { required = [], properties = {} } = real as Shape
  const fields = Object.entries(properties).map(([key, value]) => {
    const text = value?.type === 'array' ? Type.Array(Type.String()) : Type.String()
    return [key, required.includes(key) ? text : Type.Optional(text)] as const
  })
  return Type.Object(Object.fromEntries(fields))
}

const say = {
  help: 'This is a sandbox: enter the word “sandbox”, or “sandbox-2” for another account.',
  fr: 'Ceci est un bac à sable : saisissez le mot « sandbox », ou « sandbox-2 » pour un autre compte.',
}

export function sandboxFields(fields: readonly CredentialField[]): CredentialField[] {
  return fields.map((field) =>
    field.choices ? field : { ...field, help: say.help, fr: { ...field.fr, help: say.fr } },
  )
}

const entered = ({ manifest }: Pick<Connector, 'manifest'>, credentials: Static<TSchema>) =>
  manifest.credentials
    .filter(({ choices }) => !choices)
    .flatMap(({ key }) => [(credentials as Record<string, unknown>)[key] ?? []].flat().map(String))

/** The made-up account that is meant. */
export const sandboxAccount = (connector: Pick<Connector, 'manifest'>, credentials: Static<TSchema>) =>
  entered(connector, credentials)[0] ?? 'sandbox'

/** Throws for credentials that may be those of a real account. They are not looked at further, and not repeated. */
export function assertSandboxCredentials(connector: Connector, credentials: Static<TSchema>): void {
  const values = entered(connector, credentials)
  if (values.length > 0 && values.every((value) => form.test(value))) return
  throw new ApiError(
    'forbidden',
    'In a sandbox only made-up accounts are connected: nothing was sent to the provider.',
    { field: 'credentials' },
    { fix: 'Send `sandbox` as the value of every credential, or connect the real account with a live key.' },
  )
}
