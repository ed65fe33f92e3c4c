/** Reads resources of JSON:API, a format with the attributes of a record and its links to others in parts of their own. */
import { fieldOf, isFields } from './answers.ts'
import { presentText } from './readings.ts'

/**
 * Makes a plain row of a resource: its attributes, its id, and in `related` what `readLink` makes of each of
 * its relationships, by name. What is no object stays as it is.
 */
export function flatResource(resource: unknown, readLink: (link: unknown) => unknown): unknown {
  if (!isFields(resource)) return resource
  const { attributes, relationships, id } = resource
  const related = Object.entries(isFields(relationships) ? relationships : {}).map(
    ([name, link]) => [name, readLink(link)] as const,
  )
  return {
    ...(isFields(attributes) ? attributes : {}),
    id: presentText(id) ?? presentText(fieldOf(attributes, 'id')),
    related: Object.fromEntries(related),
  }
}

/** Returns the name under which links find a resource among the included ones. */
export const resourceName = (resource: unknown): string =>
  `${presentText(fieldOf(resource, 'type'))} ${presentText(fieldOf(resource, 'id'))}`
