/** The vendor has announced a day on which it removes these addresses. Their earlier behaviour is not simulated. */
import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import { sendAnswer } from '../kit/server.ts'
import type { RouteShapes } from '../kit/shape.ts'
import { codes, type AnswerWriter } from './answers.ts'

/** From the vendor's table of sunsets, as of 2026-09-17. */
const sunsetDay = '2026-12-31'
const retired = [
  '/hotels/ota/OTA_HotelDescriptiveContentNotif',
  '/hotels/ota/OTA_HotelSummaryNotif',
  // These two end for providers of homes only.
  '/hotels/ota/OTA_HotelInvNotif',
  '/hotels/ota/OTA_HotelDescriptiveInfo',
  '/house-rules/properties/:id',
] as const

/** They answer the same to any body. */
export const sunsetShapes: RouteShapes = Object.fromEntries(retired.map((path) => [`POST ${path}`, {}]))

/** "Calling a sunset endpoint returns HTTP 400": before that day the address is not simulated. */
export function sunsetRoutes(app: FastifyInstance, clock: SimulatorClock, answers: AnswerWriter): void {
  for (const path of retired) {
    app.post(path, (request, reply) => {
      const isOver = clock.today() >= sunsetDay
      const text = isOver ? `This endpoint was sunset on ${sunsetDay}` : 'There is nothing at this URL'
      return sendAnswer(reply, answers.wrong(request, isOver ? 400 : 404, { code: codes.unable, text }))
    })
  }
}
