/** Finds a writable text of a listing or its property. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Connector } from '../../connector-kit/connector.ts'
import type { WriteOrder } from './write-order.ts'

export interface SomeText {
  /** Words for the person at the terminal. */
  where: string
  before: string
  read(): Promise<string | null>
  write(text: string): Promise<void>
}

type Operations = Connector['operations']

/** Fields of texts and their names when written; those guests read least come first. */
const fields = [
  ['notes', 'notes'],
  ['transit', 'transit'],
  ['neighborhoodOverview', 'neighborhood_overview'],
  ['interaction', 'interaction'],
  ['access', 'access'],
  ['space', 'space'],
  ['summary', 'summary'],
] as const

/** Returns null if every text is empty. */
export async function textOf(operations: Operations, order: WriteOrder): Promise<SomeText | null> {
  return (await textOfListing(operations, order)) ?? (await textOfProperty(operations, order))
}

async function textOfListing(
  { channelContent }: Operations,
  { context, listing }: WriteOrder,
): Promise<SomeText | null> {
  const { read, write } = channelContent?.descriptions ?? {}
  if (!read || !write) return null
  for (const { locale, ...texts } of await read(context, listing)) {
    for (const [name, written] of fields) {
      const before = texts[name]
      if (before === null) continue
      return {
        ...{ where: `${written} (${locale})`, before },
        read: async () => (await read(context, listing)).find((one) => one.locale === locale)?.[name] ?? null,
        write: (text) =>
          write(context, { externalId: listing, change: { locale, description: { [written]: text } } }),
      }
    }
  }
  return null
}

const section = 'description'
/** Texts of a property by language, in the channel's own shape. */
const Texts = Type.Array(Type.Object({ language_code: Type.String(), text: Type.String({ minLength: 1 }) }))

async function textOfProperty(
  { propertyContent }: Operations,
  { context }: WriteOrder,
): Promise<SomeText | null> {
  if (propertyContent?.sections[section] === undefined) return null
  const texts = async () => {
    const content = await propertyContent.read(context, section)
    return Value.Check(Texts, content) ? content : []
  }
  const [first] = await texts()
  if (first === undefined) return null
  const { language_code, text: before } = first
  return {
    ...{ where: `the description (${language_code}) of the property`, before },
    read: async () => (await texts()).find((one) => one.language_code === language_code)?.text ?? null,
    write: async (text) => void (await propertyContent.write(context, section, { language_code, text })),
  }
}
