import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { notFound } from './answers.ts'

const linkMs = 3_600_000
export const pictureTypes = ['image/jpeg', 'image/png'] as const
export const largestPicture = 25 * 1024 * 1024

export interface Picture {
  id: string
  content_type: string
  bytes: Buffer
}

/** Pictures in messages; links to them work for an hour. */
export class Media {
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #pictures = new Map<string, Picture>()
  /** The origin of the last request, which links begin with. */
  origin = ''

  constructor(clock: SimulatorClock, random: SeededRandom) {
    this.#clock = clock
    this.#random = random
  }

  add(content_type: string, bytes: Buffer): Picture {
    const picture = { id: this.#random.hex(24), content_type, bytes }
    this.#pictures.set(picture.id, picture)
    return picture
  }

  get(id: string): Picture | undefined {
    return this.#pictures.get(id)
  }

  linkTo(id: string): string {
    return `${this.origin}/media/${id}`
  }

  /** Shows a picture as a message does. */
  shown = ({ id }: { id: string }): object => ({
    id,
    content_type: this.#pictures.get(id)?.content_type ?? null,
    url: `${this.linkTo(id)}?until=${this.#clock.nowMs() + linkMs}`,
  })

  isOver(until: number): boolean {
    return !(until > this.#clock.nowMs())
  }
}

/** Anybody with a link can read its picture. */
export function mediaRoutes(app: FastifyInstance, media: Media): void {
  app.get<{ Params: { id: string }; Querystring: { until?: string } }>('/media/:id', (request, reply) => {
    const picture = heldOr(media.get(request.params.id), notFound)
    if (media.isOver(Number(request.query.until))) refuse(notFound)
    return reply.type(picture.content_type).send(picture.bytes)
  })
}
