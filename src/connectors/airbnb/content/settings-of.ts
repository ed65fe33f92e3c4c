/** Each family of settings beside a listing has a path of its own. */
import type { Static, TSchema } from 'typebox'
import { demand, fieldOf } from '../../../connector-kit/answers.ts'
import type { VendorContext } from '../../../connector-kit/connector.ts'

export const settingsPath = (family: string, externalId: string) =>
  `/v2/${family}/${encodeURIComponent(externalId)}`

/** It is unknown if one object is under its path's name or in the singular. */
export async function readSettings<S extends TSchema>(
  { http }: VendorContext,
  family: string,
  externalId: string,
  schema: S,
): Promise<Static<S>> {
  const answer = await http.get(settingsPath(family, externalId))
  const settings = fieldOf(answer, family.replace(/s$/, '')) ?? fieldOf(answer, family)
  return demand(schema, settings, `${family} of listing ${externalId}`)
}
