import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { done, notFound } from './answers.ts'

const linkMs = 3_600_000
export const pictureTypes = ['image/jpeg', 'image/png'] as const
const largestPicture = 25 * 1024 * 1024

export interface Picture {
  id: string
  content_type: string
  /** Absent until it was sent. */
  bytes?: Buffer
}

/** Pictures in messages. Links to them work for an hour. */
export class Media {
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #pictures = new Map<string, Picture>()
  /** As the simulator was last asked for; links begin with it. */
  origin = ''

  constructor(clock: SimulatorClock, random: SeededRandom) {
    this.#clock = clock
    this.#random = random
  }

  announce(content_type: string): Picture {
    const picture = { id: this.#random.hex(24), content_type }
    this.#pictures.set(picture.id, picture)
    return picture
  }

  get(id: string): Picture | undefined {
    return this.#pictures.get(id)
  }

  linkTo(id: string): string {
    return `${this.origin}/media/${id}`
  }

  /** As it is read with a message. */
  shown = ({ id }: { id: string }): object => ({
    id,
    content_type: this.#pictures.get(id)?.content_type ?? null,
    url: `${this.linkTo(id)}?until=${this.#clock.nowMs() + linkMs}`,
  })

  isOver(until: number): boolean {
    return !(until > this.#clock.nowMs())
  }
}

/** Where pictures are sent to and read from: whoever has the link may. */
export function mediaRoutes(app: FastifyInstance, media: Media): void {
  const parser = { parseAs: 'buffer', bodyLimit: largestPicture } as const
  app.addContentTypeParser([...pictureTypes], parser, (_request, body, next) => next(null, body))

  app.put<{ Params: { id: string } }>('/media/:id', { bodyLimit: largestPicture }, (request, reply) => {
    const picture = heldOr(media.get(request.params.id), notFound)
    const isSame = request.headers['content-type'] === picture.content_type
    if (!isSame || !Buffer.isBuffer(request.body) || picture.bytes !== undefined) refuse(notFound)
    picture.bytes = request.body
    return reply.send(done)
  })

  app.get<{ Params: { id: string }; Querystring: { until?: string } }>('/media/:id', (request, reply) => {
    const picture = heldOr(media.get(request.params.id), notFound)
    if (picture.bytes === undefined || media.isOver(Number(request.query.until))) refuse(notFound)
    return reply.type(picture.content_type).send(picture.bytes)
  })
}
