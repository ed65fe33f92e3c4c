/** What keeps single units from being sold or used for a while. */
import type { FastifyInstance } from 'fastify'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { rowTests } from '../kit/row-list.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { listOf, listParam, noContent, notFound, refusal } from './answers.ts'
import type { House } from './house.ts'
import { unitIdsOf } from './projection.ts'
import type { UnitGroup } from './records.ts'
import { shownUnits } from './show.ts'

interface NewMaintenance {
  unitId: string
  from: string
  to: string
  type: string
  description?: string
}
export type Maintenance = NewMaintenance & { id: string; group: UnitGroup }

export type Moments = Pick<Maintenance, 'from' | 'to'>
export const overlaps = (one: Moments, other: Moments): boolean =>
  Date.parse(one.from) < Date.parse(other.to) && Date.parse(other.from) < Date.parse(one.to)

const maintenanceBody = ({ unitId, group, ...row }: Maintenance) => ({
  ...row,
  unit: { id: unitId, name: unitId.slice(-3), description: '', unitGroupId: group.id },
})

export function maintenanceRoutes(app: FastifyInstance, house: House): void {
  const { world, maintenances } = house

  app.get<{ Querystring: Query }>('/operations/v1/maintenances', ({ query }, reply) => {
    const rows = rowTests<Maintenance>()
    rows.test(textParam(query, 'propertyId'), ({ group }, id) => group.propertyId === id)
    rows.test(textParam(query, 'from'), ({ to }, moment) => Date.parse(to) > Date.parse(moment))
    rows.test(textParam(query, 'to'), ({ from }, moment) => Date.parse(from) < Date.parse(moment))
    rows.test(listParam(textParam(query, 'types')), ({ type }, types) => types.includes(type))
    const found = maintenances.filter(rows.passes)
    return sendAnswer(reply, listOf('maintenances', found.map(maintenanceBody), query))
  })

  app.post<{ Body: { maintenances: NewMaintenance[] } }>('/operations/v1/maintenances/bulk', ({ body }) => {
    const rows = body.maintenances.map((row): Maintenance => {
      const group = world.homes.all().find((home) => unitIdsOf(home).includes(row.unitId))
      if (group === undefined) return refuse(refusal(`No unit ${row.unitId}.`))
      if (row.from.slice(0, 10) < world.today()) refuse(refusal('From has to be today or in the future.'))
      if (Date.parse(row.to) <= Date.parse(row.from)) refuse(refusal('To has to be later than From.'))
      if (!house.isUnitFree(row.unitId, row)) refuse(refusal(`The unit ${row.unitId} is not available.`))
      return { id: `${row.unitId}-${world.nextNumber('maintenance', 10_000)}`, ...row, group }
    })
    maintenances.push(...rows)
    return { ids: rows.map(({ id }) => id) }
  })

  app.delete<{ Params: { id: string } }>('/operations/v1/maintenances/:id', ({ params }, reply) => {
    const row = heldOr(
      maintenances.find(({ id }) => id === params.id),
      notFound,
    )
    if (row.from.slice(0, 10) < world.today()) refuse(refusal('The maintenance has started before today.'))
    maintenances.splice(maintenances.indexOf(row), 1)
    return sendAnswer(reply, noContent)
  })

  /** A stay without a unit leaves every unit available. */
  app.get<{ Querystring: Query }>('/availability/v1/units', ({ query }, reply) => {
    const moments = { from: textParam(query, 'from') ?? '', to: textParam(query, 'to') ?? '' }
    const withDefects = flagParam(query, 'includeOutOfService') === true
    const rows = rowTests<UnitGroup>()
    rows.test(textParam(query, 'propertyId'), ({ propertyId }, id) => propertyId === id)
    rows.test(textParam(query, 'unitGroupId'), (group, id) => group.id === id)
    const units = world.homes
      .all()
      .filter(rows.passes)
      .flatMap((group) => shownUnits(house, group))
      .filter(({ id }) => house.isUnitFree(id, moments, withDefects))
    return sendAnswer(reply, listOf('units', units, query))
  })
}
