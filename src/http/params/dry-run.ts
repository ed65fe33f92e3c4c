import { Type } from 'typebox'

/** Every write takes this parameter. */
export const DryRun = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'Everything is checked and nothing is done; the answer is what it would have been.',
      }),
    ),
  },
  { additionalProperties: false },
)
