import type { TSchema } from 'typebox'
import type { Connector } from './connector.ts'

type Settings = ReadonlyMap<string, string>

/** The connector of a server with these settings; the same one where it needs none, or some are missing. */
export function joinPartner<C extends TSchema>(connector: Connector<C>, settings: Settings): Connector<C> {
  const { partnership, manifest } = connector
  if (!partnership) return connector
  const values = partnership.settings.flatMap((name): [string, string][] => {
    const value = settings.get(name)
    return value === undefined ? [] : [[name, value]]
  })
  if (values.length < partnership.settings.length) return connector
  return { ...partnership.join(Object.fromEntries(values)), manifest }
}

export function joinPartners(
  connectors: Readonly<Record<string, Connector>>,
  settings: Settings,
): Record<string, Connector> {
  return Object.fromEntries(
    Object.entries(connectors).map(([id, connector]) => [id, joinPartner(connector, settings)]),
  )
}
