import { Type } from 'typebox'

/** A record's id in a path: a positive integer as digits. */
export const PathId = (what: string) =>
  Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: `Id of the ${what}: a positive whole number.` })

export const idParams = (what: string) => Type.Object({ id: PathId(what) }, { additionalProperties: false })

/** A record's id as a filter. */
export const IdFilter = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: `${description} A positive whole number.` }),
  )
