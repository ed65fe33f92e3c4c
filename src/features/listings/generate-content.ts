/** Generates a listing's texts with a language model and writes them to it. */
import { Type } from 'typebox'
import type { GenerateContentBody, GeneratedContent } from '../../contract/ai.ts'
import type { ContentBody } from '../../contract/listing-content.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  listAmenities,
  askForOperation,
  assertModelConfigured,
  subjectSourceOf,
  gatherListing,
  listPhotos,
  recordCompleted,
} from '../extras/public.ts'
import type { RouteWriteContext } from '../route.ts'
import { writeContent } from './write-content.ts'

const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

const answerSchema = Type.Object(
  {
    title: words(50),
    summary: words(500),
    description: words(10_000),
    space: Type.Union([Type.String({ maxLength: 5000 }), Type.Null()]),
    amenities: Type.Array(Type.String(), { maxItems: 100 }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { additionalProperties: false },
)

/** The model may only see pictures of the listing. */
function assertOwnPhotos(photoUrls: readonly string[], own: readonly string[]): void {
  const index = photoUrls.findIndex((url) => !own.includes(url))
  if (index === -1) return
  throw new ApiError(
    'invalid_body',
    `\`photos[${index}]\` is no photo of this listing.`,
    { field: `photos[${index}]`, value_received: photoUrls[index] },
    { fix: 'Name photos by the addresses that the listing shows, or leave `photos` out.' },
  )
}

const unknownContent = {
  ...{ guestAccess: null, neighborhoodOverview: null, gettingAround: null, transit: null },
  ...{ houseRules: null, additionalRules: null, notes: null, interactionWithGuests: null },
}

/** Errors of a keeper that takes no texts. */
const notTaken = ['pms_write_unsupported', 'channel_not_supported', 'no_connection']

export async function generateContent(
  context: RouteWriteContext,
  id: string,
  { photos = [], style = 'warm', persist = true }: GenerateContentBody,
): Promise<GeneratedContent> {
  const { services, scope } = context
  assertModelConfigured(services.config, '/v1/listings/:id/generate-content')
  const { home, ...subject } = await gatherListing(subjectSourceOf(context), id, style)
  assertOwnPhotos(photos, listPhotos(home))
  const wanted = { type: 'generate-content', prompt: 'generate-content', subject, pictures: photos } as const
  const { value, ended } = await askForOperation(context, { ...wanted, schema: answerSchema })
  const { title, summary, description, space } = value
  const own = listAmenities(home)
  const amenities = value.amenities.filter((name) => own.includes(name))
  const shown = (persisted: boolean): GeneratedContent => ({
    ...{ listingId: id, persisted, operationId: ended.id },
    content: {
      ...unknownContent,
      name: persisted ? title : home.public_name,
      title,
      summary,
      description,
      space,
      amenities,
    },
  })
  const tell = (tx: Parameters<typeof recordCompleted>[0]) => recordCompleted(tx, scope, ended, description)
  if (persist) {
    const written = await writeGenerated(context, id, { title, summary, description }, { tell, shown })
    if (written) return written
  }
  return writeOnce(context, async (tx) => {
    await tell(tx)
    return shown(false)
  })
}

interface GenerationReply {
  tell(tx: Parameters<RouteWriteContext['storeAnswer']>[0]): Promise<void>
  shown(persisted: boolean): GeneratedContent
}

/** Writes like `PUT …/content`; the event and the answer commit in its transaction. null: the PMS takes no texts. */
async function writeGenerated(
  context: RouteWriteContext,
  id: string,
  body: ContentBody,
  { tell, shown }: GenerationReply,
): Promise<GeneratedContent | null> {
  let answered = shown(true)
  const storeAnswer: RouteWriteContext['storeAnswer'] = async (tx, result) => {
    const { deferred } = result as { deferred: readonly string[] }
    answered = shown(deferred.length === 0)
    await tell(tx)
    await context.storeAnswer(tx, answered)
  }
  try {
    await writeContent({ ...context, storeAnswer }, id, body, false)
  } catch (error) {
    if (error instanceof ApiError && notTaken.includes(error.code)) return null
    throw error
  }
  return answered
}
