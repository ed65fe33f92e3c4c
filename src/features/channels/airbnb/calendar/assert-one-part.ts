/** Bodies whose `type` decides which other field is sent. Pure. */
import { invalidField } from '../../engine/invalid-body.ts'

/** Throws where the type's field is missing, or another one is sent. */
export function assertOnePart<T extends string>(body: { type: T }, parts: Record<T, string>): void {
  const part = parts[body.type]
  if (!Object.hasOwn(body, part)) throw invalidField(part, `\`${part}\` is required with \`${body.type}\`.`)
  const foreign = Object.keys(body).find((name) => name !== 'type' && name !== part)
  if (foreign !== undefined) throw invalidField(foreign, `\`${foreign}\` does not go with \`${body.type}\`.`)
}
