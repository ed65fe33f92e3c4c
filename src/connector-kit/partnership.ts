import type { TSchema } from 'typebox'
import type { Connector } from './connector.ts'

type ByName = ReadonlyMap<string, string>

/** Returns the connector joined with these settings; unchanged when it needs none or some are missing. */
export function joinPartner<C extends TSchema>(
  connector: Connector<C>,
  settings: ByName,
  baseUrl?: string,
): Connector<C> {
  const { partnership, manifest } = connector
  if (!partnership) return connector
  if (partnership.settings.some((name) => !settings.has(name))) return connector
  const values = [...partnership.settings, ...(partnership.optional ?? [])].flatMap(
    (name): [string, string][] => {
      const value = settings.get(name)
      return value === undefined ? [] : [[name, value]]
    },
  )
  const isElsewhere = baseUrl !== undefined && baseUrl !== manifest.baseUrl
  return { ...partnership.join(Object.fromEntries(values), { isElsewhere }), manifest }
}

/** `baseUrls` replace vendors' own addresses. */
export function joinPartners(
  connectors: Readonly<Record<string, Connector>>,
  settings: ByName,
  baseUrls: ByName,
): Record<string, Connector> {
  return Object.fromEntries(
    Object.entries(connectors).map(([id, connector]) => [
      id,
      joinPartner(connector, settings, baseUrls.get(id)),
    ]),
  )
}
