import type { TSchema } from 'typebox'
import type { VendorAnswer } from '../kit/definition.ts'
import { mistakeIn } from '../kit/strict.ts'
import { failure } from './envelope.ts'

/** What became of one thing of a list that was sent. */
export type Written =
  | { success: true; new?: object; modified?: object }
  | { success: false; errors: { action: string; field: string; message: string }[] }

export const refused = (action: string, field: string, message: string): Written => ({
  success: false,
  errors: [{ action, field, message }],
})

/** Lists are sent and answered with 201 in their order, also when nothing in them was taken. */
export function writeEach(
  body: unknown,
  { action, each }: { action: string; each: TSchema },
  write: (item: unknown) => Written,
): VendorAnswer {
  if (!Array.isArray(body)) return failure(400, 'A list is expected')
  const judged = (item: unknown): Written => {
    const mistake = mistakeIn(each, item)
    return mistake === undefined ? write(item) : refused(action, mistake.at, mistake.text)
  }
  return { status: 201, body: body.map(judged) }
}
