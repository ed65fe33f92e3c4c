/** The connect page shows a provider's texts and its credential form. */
import type { Connector } from './connector.ts'
import type { CredentialField, Manifest } from './manifest.ts'

export interface FormText {
  en: string
  fr: string
}

interface FormField {
  key: string
  label: FormText
  help: FormText
  secret: boolean
  optional: boolean
  kind: 'text' | 'secret' | 'list' | 'choice'
  choices?: { value: string; label: FormText }[]
}

export interface ProviderForm {
  id: string
  displayName: string
  category: 'pms' | 'ota'
  pattern: Manifest['connectPattern']
  description: FormText
  docsUrl: string
  /** Tells where to enter the webhook address by hand; null where nobody has to. */
  webhookByHand: FormText | null
  /** When every field is optional, one of them is enough. */
  form: FormField[]
}

type CredentialsSchema = { required?: string[]; properties?: Record<string, { type?: string } | undefined> }

/** The credentials' schema decides which fields are optional and which take several values. */
export function providerForm({ manifest, credentials }: Connector): ProviderForm {
  const schema = credentials as CredentialsSchema
  const { id, displayName, category, connectPattern, description, docsUrl, webhookByHand, fr } = manifest
  return {
    id,
    displayName,
    category,
    pattern: connectPattern,
    description: { en: description, fr: fr.description },
    docsUrl,
    webhookByHand:
      webhookByHand === undefined ? null : { en: webhookByHand, fr: fr.webhookByHand ?? webhookByHand },
    form: manifest.credentials.map((field) => formField(field, schema)),
  }
}

function formField(field: CredentialField, { required = [], properties = {} }: CredentialsSchema): FormField {
  const { key, label, help, fr, secret, choices } = field
  const shownField = {
    key,
    label: { en: label, fr: fr.label },
    help: { en: help, fr: fr.help },
    secret,
    optional: !required.includes(key),
  }
  if (choices) {
    const translated = choices.map((choice) => ({
      value: choice.value,
      label: { en: choice.label, fr: choice.fr },
    }))
    return { ...shownField, kind: 'choice', choices: translated }
  }
  return {
    ...shownField,
    kind: properties[key]?.type === 'array' ? 'list' : secret ? 'secret' : 'text',
  }
}
