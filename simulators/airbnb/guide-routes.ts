import type { FastifyInstance } from 'fastify'
import { textParam } from '../kit/query.ts'
import { demand, emptyAnswer } from './answers.ts'
import type { ContentListRequest } from './content-routes.ts'
import type { Desk } from './desk.ts'
import type { Guides, Permit } from './guides.ts'

interface GuideByIdRequest {
  Params: { id: string; locale: string }
}

/** Check-in and check-out, permits and quality have invented paths, since the real ones are not known. */
export function guideRoutes(api: FastifyInstance, desk: Desk): void {
  const guides = (id: string) => desk.store.guidesOf(id)

  api.get<ContentListRequest>('/listing_checkin_guides', (request) => {
    const { id } = desk.listing(request, textParam(request.query, 'listing_id'))
    const rows = [...guides(id).checkIn].map(([locale, guide]) => ({ listing_id: id, locale, ...guide }))
    return { listing_checkin_guides: rows }
  })

  api.put<GuideByIdRequest>('/listing_checkin_guides/:id/:locale', (request) => {
    const { id } = desk.writable(request, request.params.id)
    const { steps } = request.body as { steps: { notes: string }[] }
    const { checkIn } = guides(id)
    const first = Math.max(0, ...[...checkIn.values()].flatMap((guide) => guide.steps.map((step) => step.id)))
    checkIn.set(request.params.locale, {
      published: true,
      steps: steps.map(({ notes }, index) => ({ id: first + index + 1, notes, media_url: null })),
    })
    return emptyAnswer
  })

  api.get<ContentListRequest>('/listing_checkout_tasks', (request) => {
    const { id } = desk.listing(request, textParam(request.query, 'listing_id'))
    return { listing_checkout_tasks: guides(id).checkOut }
  })

  api.put<GuideByIdRequest>('/listing_checkout_tasks/:id', (request) => {
    const { id } = desk.writable(request, request.params.id)
    const { tasks } = request.body as { tasks: Guides['checkOut'] }
    guides(id).checkOut = tasks
    return emptyAnswer
  })

  api.get<GuideByIdRequest>('/listing_permits/:id', (request) => {
    const { id } = desk.listing(request, request.params.id)
    const { permits, flows } = guides(id)
    return { listing_permits: { listing_id: id, permits, flows } }
  })

  api.put<GuideByIdRequest>('/listing_permits/:id', (request) => {
    const { id } = desk.writable(request, request.params.id)
    const { permits: body } = request.body as { permits: Omit<Permit, 'status'>[] }
    const { permits, flows } = guides(id)
    const isKnown = (permit: Omit<Permit, 'status'>) =>
      flows.some((flow) => (flow as Pick<Permit, 'flow_slug'>).flow_slug === permit.flow_slug)
    demand(body.every(isKnown), 'flow_slug is no flow of this place.', 'unknown_flow')
    for (const permit of body) {
      const isSame = (other: Permit) =>
        other.regulatory_body === permit.regulatory_body && other.regulation_type === permit.regulation_type
      const at = permits.findIndex(isSame)
      permits.splice(at < 0 ? permits.length : at, at < 0 ? 0 : 1, {
        ...permit,
        regulation_context: permit.regulation_context ?? null,
        status: 'in_review',
      })
    }
    return emptyAnswer
  })

  api.get<GuideByIdRequest>('/listing_quality/:id', (request) => {
    const { id } = desk.listing(request, request.params.id)
    return { listing_quality: { listing_id: id, ...guides(id).quality } }
  })
}
